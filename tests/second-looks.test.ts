/**
 * A decision of two people is checked again when it is carried out, under the locks of that transaction: for a thing that is not there
 * any more nothing is done, whatever was looked at before. Each kind of review and of proposal, found in the domains.
 */
import { describe, expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { type AnyProposalKind, proposals as proposalKindsOf } from "#server/four-eyes/proposal-kind.ts";
import { testApp } from "#tests/support/app.ts";
import { reviews as reviewKindsOf } from "#features/platform/review/server/index.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database, random } = services;
const reviews = services.ask(reviewKindsOf).flat();
const proposals = services
  .ask(proposalKindsOf)
  .flatMap((own) => (Array.isArray(own) ? (own as AnyProposalKind[]) : []));

const undone = new Error("undone");
/** How an act ends that is never committed: the code of its refusal, or DONE. */
const outcomeOf = (act: (trx: Transaction) => Promise<unknown>): Promise<string> =>
  transact(database, async (trx) => {
    await act(trx);
    throw undone;
  }).catch((error: unknown) =>
    error === undone ? "DONE" : error instanceof Refusal ? error.code : `fails: ${(error as Error).message}`,
  );

/** Facts of any kind: ids of nothing, and no flags. */
const anything = (): Record<string, unknown> =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_facts, name) =>
        name === "flags" || name === "marks"
          ? []
          : name === "to"
            ? "ENDED"
            : /version/i.test(String(name))
              ? 999
              : random.uuid(),
    },
  );

/** Decisions that change nothing where there is nothing: each with why. */
const harmless: Record<string, string> = { "reward_owed_again REJECTED": "the prize stays" };

describe("a review about something that is not there any more", () => {
  it.each(reviews.map((kind) => [kind.kind, kind] as const))("%s", async (name, kind) => {
    const about = { id: random.uuid(), borrowerId: random.uuid(), subjectId: random.uuid(), facts: anything() };
    for (const outcome of ["APPROVED", "REJECTED"] as const) {
      const decision = { outcome, reason: "OTHER", deciderId: random.uuid(), proposerId: null };
      const found = await outcomeOf((trx) => kind.carryOut(services, trx, about as never, decision as never));
      expect([outcome, found]).toEqual([outcome, harmless[`${name} ${outcome}`] ? "DONE" : "REVIEW_STALE"]);
    }
  });
});

/** Kinds about no thing that could have changed, and how they end here. */
const ofNothing: Record<string, RegExp> = {
  // Nothing is done but that it is allowed.
  "retention.read": /^DONE$/,
  // Money comes in by an id of a bank's statement, which is none here.
  "money.lender_deposit": /^fails: invalid input syntax/,
  "money.operating_deposit": /^fails: invalid input syntax/,
  "reward.grant": /^GOODWILL_OUT$/,
};

describe("a proposal about something that is not there any more", () => {
  it.each(proposals.map((kind) => [kind.kind, kind] as const))("%s", async (name, kind) => {
    const proposal = {
      id: random.uuid(),
      kind: name,
      subjectId: random.uuid(),
      borrowerId: random.uuid(),
      amountRupiah: 1_000,
      payload: anything(),
      secret: anything(),
      makerId: random.uuid(),
      madeAt: clock.now(),
    };
    const found = await outcomeOf((trx) => kind.carryOut(services, trx, proposal as never, random.uuid(), "id"));
    expect(found).toMatch(ofNothing[name] ?? /^PROPOSAL_STALE$/);
  });
});
