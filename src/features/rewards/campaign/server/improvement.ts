/** Changing approved rules for the better, by two people. // Product decisions, rewards 1 */
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Transaction } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Services } from "#server/services.ts";
import { addDays, instantOf, type BusinessDate } from "#shared/dates.ts";
import { campaignRules, prizesOf, type CampaignRules } from "../rules-contract.ts";
import { faultsIn } from "./approval.ts";
import { couponsOfCampaign, isNotWorse } from "./approval-rules.ts";
import { raiseStock, wholeCampaign } from "./counters.ts";
import { fundCampaign, printCoupons } from "./money.ts";
import { permitLines } from "./permit.ts";
import { campaignTitle, changedLines, promisedLines } from "./promised-lines.ts";
import { campaignProposalTexts } from "./proposal-texts.ts";
import { campaignById, lockCampaign, type CampaignRow } from "./store.ts";

/** Days after closing in which prizes may still be claimed. */
const claimDays = 14;

const payload = v.object({
  activityId: v.string(),
  baseVersion: v.number(),
  closesOn: v.string(),
  budgetRupiah: v.number(),
  rules: campaignRules,
});
type Payload = v.InferOutput<typeof payload>;

export interface Better {
  /** Its last day. */
  closesOn: BusinessDate;
  budgetRupiah: number;
  rules: CampaignRules;
}

/** Closing time and claim deadline of a campaign with this last day. */
export const endsAfter = (lastDay: BusinessDate): Pick<CampaignRow, "closesAt" | "claimsUntil"> => ({
  closesAt: instantOf(addDays(lastDay, 1)),
  claimsUntil: instantOf(addDays(lastDay, 1 + claimDays)),
});

const changed = (row: CampaignRow, { closesOn, budgetRupiah, rules }: Better) => ({
  ...row,
  ...endsAfter(closesOn),
  budgetRupiah,
  rules,
});

const isOpen = ({ state }: CampaignRow): boolean => state === "APPROVED" || state === "RUNNING" || state === "PAUSED";

export const improvementKind = defineProposal<Payload>({
  kind: "campaign.improve",
  text: campaignProposalTexts.proposalBetter,
  payload,
  permissions: { read: "campaign.read", propose: "campaign.edit", check: "campaign.check" },
  tier: "AMOUNT",
  subject: campaignTitle,
  consequences: () => ({
    ifConfirmed: campaignProposalTexts.betterFollows,
    ifRefused: campaignProposalTexts.betterRefused,
  }),
  async show(services, reader, { subjectId, payload: { activityId, ...better } }) {
    const campaign = await campaignById(reader, subjectId);
    if (!campaign) return { lines: [] };
    const next = changed(campaign, better);
    return {
      // First the changes; then the whole promise from then on, and its permit.
      lines: [
        ...changedLines(campaign, next),
        ...(await promisedLines(services, reader, next)),
        ...permitLines(campaign),
      ],
      to: `/staff/campaigns/${activityId}`,
    };
  },
  async isStale(_services, reader, { subjectId, payload: { baseVersion } }) {
    const row = await campaignById(reader, subjectId);
    return !row || row.rulesVersion !== baseVersion || !isOpen(row);
  },
  async carryOut(services, trx, { id, payload: better }) {
    const row = await lockCampaign(trx, better.activityId);
    if (!row || !isOpen(row) || !isNotWorse(row, changed(row, better))) throw new Refusal("PROPOSAL_STALE");
    const next = changed(row, better);
    await fundCampaign(services, trx, row.activityId, next.budgetRupiah - row.budgetRupiah, id);
    for (const { prizeKey, stock } of prizesOf(next.rules))
      if (stock > 0) await raiseStock(trx, row.id, wholeCampaign, prizeKey, stock);
    await printMore(services, trx, row, next);
    await trx
      .updateTable("campaign")
      .set({
        closesAt: next.closesAt,
        claimsUntil: next.claimsUntil,
        budgetRupiah: next.budgetRupiah,
        rules: JSON.stringify(next.rules),
        rulesVersion: row.rulesVersion + 1,
        changedAt: services.clock.now(),
      })
      .where("id", "=", row.id)
      .execute();
  },
});

/** More pieces or days bring more coupons: as many more are printed as are promised now. */
async function printMore(services: Services, trx: Transaction, row: CampaignRow, next: CampaignRow): Promise<void> {
  const before = couponsOfCampaign(row);
  const { activityId } = row;
  for (const [couponKey, all] of couponsOfCampaign(next)) {
    const pieces = all - (before.get(couponKey) ?? 0);
    if (pieces > 0) await printCoupons(services, trx, { activityId, couponKey, pieces, version: row.rulesVersion + 1 });
  }
}

/**
 * Proposes an improvement.
 * @throws Refusal CAMPAIGN_UNKNOWN, CAMPAIGN_STATE, RULES_WORSE, CAMPAIGN_FAULTY when it could not be approved,
 * PROPOSAL_OPEN
 */
export async function proposeBetter(
  services: Services,
  trx: Transaction,
  maker: StaffSession,
  { activityId, reason, ...better }: Better & { activityId: string; reason: string },
): Promise<string> {
  const row = await lockCampaign(trx, activityId);
  if (!row || row.state === "DRAFT") throw new Refusal("CAMPAIGN_UNKNOWN");
  if (!isOpen(row)) throw new Refusal("CAMPAIGN_STATE");
  const next = changed(row, better);
  if (!isNotWorse(row, next)) throw new Refusal("RULES_WORSE");
  if ((await faultsIn(services, trx, next)).length > 0) throw new Refusal("CAMPAIGN_FAULTY");
  return propose(services, trx, improvementKind, maker, {
    subjectId: row.id,
    payload: { activityId, baseVersion: row.rulesVersion, ...better },
    amount: {
      rupiah: Math.max(1, better.budgetRupiah - row.budgetRupiah),
      countsWith: `campaign:${activityId}`,
    },
    reason,
  });
}
