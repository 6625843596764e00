/** Taking an award back: proposed by one person, confirmed by another, at most the part that is still there. // Product decisions, rewards 2, 10 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { awardEndReasons } from "#features/rewards/campaign/contract.ts";
import { anyAward, costOf, revokeAward, type HeldRow } from "#features/rewards/campaign/server/index.ts";
import { proposeRevocation } from "../staff-contract.ts";
import { texts } from "../texts.ts";

const payload = v.strictObject({ reasonCode: v.picklist(awardEndReasons) });

export const mayRevoke = ({ state, prize: { kind } }: Pick<HeldRow, "state" | "prize">): boolean =>
  state === "GIVEN" && (kind === "CASH" || kind === "COUPON");

export const revokeKind = defineProposal<v.InferOutput<typeof payload>>({
  kind: "reward.revoke",
  text: texts.revokeKind,
  payload,
  permissions: { read: "borrower.read", propose: "reward.grant", check: "money.check" },
  tier: "AMOUNT",
  subject: async ({ subjectId }, { reader, language }) => (await anyAward(reader, subjectId))?.title[language] ?? "",
  consequences: () => ({ ifConfirmed: texts.revokedFollows, ifRefused: texts.keptFollows }),
  async show(_services, reader, { subjectId, payload: { reasonCode } }) {
    const row = await anyAward(reader, subjectId);
    return {
      lines: [
        { kind: "TEXT", label: texts.reasonOf, text: texts[reasonCode] },
        ...(row
          ? [
              { kind: "TEXT" as const, label: texts.campaign, text: row.title },
              { kind: "ID" as const, label: texts.prize, id: row.prizeKey },
            ]
          : []),
      ],
      ...(row ? { to: `/staff/borrowers/${row.borrowerId}/rewards` as const } : {}),
    };
  },
  async isStale(_services, reader, { subjectId }) {
    const row = await anyAward(reader, subjectId);
    return !row || !mayRevoke(row);
  },
  async carryOut(services, trx, { subjectId, payload: { reasonCode } }, checkerId) {
    const outcome = await revokeAward(services, trx, { awardId: subjectId, reason: reasonCode, staffId: checkerId });
    if (!outcome) throw new Refusal("PROPOSAL_STALE");
    return outcome;
  },
});

const worthOf = async (services: Services, reader: Reader, { prize }: HeldRow): Promise<number> =>
  (await costOf(services, reader, prize, false)).netRupiah;

export const revokingAnswers: readonly CallAnswer[] = [
  answer(proposeRevocation, async ({ awardId, reasonCode, reason }, { services, trx, principal, refuse }) => {
    const row = (await anyAward(trx, awardId)) ?? refuse("AWARD_UNKNOWN");
    principal.trail?.note({ borrowerId: row.borrowerId });
    if (!mayRevoke(row)) return refuse("AWARD_NOT_GIVEN");
    const proposalId = await propose(services, trx, revokeKind, principal.staff, {
      subjectId: awardId,
      borrowerId: row.borrowerId,
      payload: { reasonCode },
      amount: { rupiah: await worthOf(services, trx, row), countsWith: `borrower:${row.borrowerId}` },
      reason,
    });
    return { proposalId };
  }),
];
