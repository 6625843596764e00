/** Reward money by hand: proposed by support or finance, confirmed by a second person, paid from the campaign `goodwill`. */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { formatRupiah } from "#shared/money.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { Refusal } from "#server/call/refusal.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { grantProblems, proposeRewardGrant } from "../staff-contract.ts";
import { giveCash } from "./giving.ts";
import { grantTexts as texts } from "./titles.ts";
import { notifyRewardGranted } from "./notices.ts";

/** The campaign whose budget pays; finance funds it. */
export const goodwill = "goodwill";

export const grantKind = defineProposal<Record<string, never>>({
  kind: "reward.grant",
  text: texts.kind,
  payload: v.strictObject({}),
  // A checker need not be able to propose; everyone who may see the borrower sees the proposals.
  permissions: { read: "borrower.read", propose: "reward.grant", check: "money.check" },
  tier: "AMOUNT",
  subject: ({ amountRupiah }) => formatRupiah(amountRupiah ?? 0),
  consequences: () => ({ ifConfirmed: texts.given, ifRefused: texts.notGiven }),
  show: async (_services, reader) => ({
    lines: [
      { kind: "TEXT", label: texts.campaign, text: texts.goodwill },
      {
        kind: "RUPIAH",
        label: texts.budgetLeft,
        rupiah: await availableOf(reader, account("REWARD_BUDGET", goodwill)),
      },
    ],
  }),
  async carryOut(services, trx, { id, borrowerId, amountRupiah }) {
    if (!borrowerId || amountRupiah === null) throw new Refusal("PROPOSAL_STALE");
    const awardId = `grant_${id}`;
    const award = { borrowerId, awardId, activityId: goodwill, budget: goodwill, amountRupiah, title: texts.title };
    const outcome = await giveCash(services, trx, award);
    if (outcome === "BUDGET_OUT") throw new Refusal("GOODWILL_OUT");
    await notifyRewardGranted(services, trx, { borrowerId, awardId, amountRupiah });
  },
  problems: grantProblems,
});

export const grantAnswers: readonly CallAnswer[] = [
  answer(proposeRewardGrant, async ({ borrowerId, amountRupiah, reason }, { services, trx, principal, refuse }) => {
    if (!(await borrowerContact(services, trx, borrowerId))) return refuse("BORROWER_UNKNOWN");
    principal.trail?.note({ borrowerId });
    const proposalId = await propose(services, trx, grantKind, principal.staff, {
      subjectId: borrowerId,
      borrowerId,
      payload: {},
      amount: { rupiah: amountRupiah, countsWith: `borrower:${borrowerId}` },
      reason,
    });
    return { proposalId };
  }),
];
