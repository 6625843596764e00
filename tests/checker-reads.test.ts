/** The page of a decision: both outcomes of every kind of proposal and review, in whole sentences. */
import { expect, it } from "vitest";
import { reviewKinds } from "#features/platform/review/server/kinds.ts";
import { proposalKinds, type Proposal } from "#server/four-eyes/proposal-kind.ts";
import { languages, type Text } from "#shared/texts.ts";
import { domains } from "../src/api.ts";
import { askOf } from "#server/questions.ts";

/** Where the payload determines the effect: each of its choices. */
const choices: Readonly<Record<string, readonly object[]>> = {
  "content.text": [{ kind: "PUBLISH" }, { kind: "WITHDRAW" }],
  "campaign.move": [{ to: "RUNNING" }, { to: "ENDED" }],
  "webhook.endpoint": ["CREATE", "CHANGE", "OFF", "ON", "ROTATE"].map((action) => ({ action })),
  "webhook.access_key": [{ action: "MAKE" }, { action: "REVOKE" }],
  "limit.freeze": [
    { cause: "STAFF", lifts: false },
    { cause: "FRAUD_REVIEW", lifts: false },
    { cause: "STAFF", lifts: true },
  ],
  "legal.hold": [{ wanted: "HOLD" }, { wanted: "LIFT" }],
  "payout.settlement": [{ deed: "SAME_ACCOUNT" }, { deed: "OTHER_ACCOUNT" }, { deed: "CANCEL" }],
};
const outcomes = [{ outcome: "APPROVED" }, { outcome: "REJECTED" }];

const ask = askOf(domains);
const isSentence = (text: Text): boolean =>
  languages.every((language) => /[.。]$/.test(text[language]) && !/[{}]|undefined|=>/.test(text[language]));

it("Every kind of proposal says what follows from yes and from no, and they are not the same.", () => {
  const kinds = [...proposalKinds({ ask }).values()];
  expect(kinds.length).toBeGreaterThan(20);
  const silent = kinds.flatMap(({ kind, consequences }) =>
    (choices[kind] ?? (kind.startsWith("review.") ? outcomes : [{}])).flatMap((payload) => {
      const { ifConfirmed, ifRefused } = consequences({ payload } as Proposal);
      const isSaid = isSentence(ifConfirmed) && isSentence(ifRefused) && ifConfirmed.id !== ifRefused.id;
      return isSaid ? [] : [`${kind} ${JSON.stringify(payload)}`];
    }),
  );
  expect(silent).toEqual([]);
});

it("Every kind of review says what follows from approving and from rejecting.", () => {
  const silent = [...reviewKinds(ask).values()].filter(
    ({ decisions: { consequences } }) => !isSentence(consequences.APPROVED) || !isSentence(consequences.REJECTED),
  );
  expect(silent.map(({ kind }) => kind)).toEqual([]);
});
