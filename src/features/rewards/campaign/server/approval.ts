/** Approving a campaign: two people, and one transaction that fixes its rules and funds its budget. // Product decisions, rewards 1, 10 */
import * as v from "valibot";
import { isFirstLoanCoupon } from "#features/rewards/coupon/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Maker } from "#server/four-eyes/tiers.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { CampaignState } from "../contract.ts";
import { permitUnverified } from "../draft-contract.ts";
import { prizesOf, type CampaignRules } from "../rules-contract.ts";
import { asksPermit, couponsOfCampaign, campaignFaultsOf, type CampaignFault } from "./approval-rules.ts";
import { unknownCoupons } from "./cost.ts";
import { openStock, wholeCampaign } from "./counters.ts";
import { costOfDay } from "./draws.ts";
import { campaignLifecycle } from "./lifecycle.ts";
import { fundCampaign, printCoupons } from "./money.ts";
import { costOfPool, reservePool } from "./picking.ts";
import { mayStart, permitLines } from "./permit.ts";
import { campaignTitle, promisedLines } from "./promised-lines.ts";
import { campaignProposalTexts } from "./proposal-texts.ts";
import { campaignById, findCampaign, lockCampaign, ruleRowOn, type CampaignRow } from "./store.ts";
import { noteStop } from "./stopping.ts";

const payload = v.object({ activityId: v.string(), rulesVersion: v.number() });
type Payload = v.InferOutput<typeof payload>;
const permissions = { read: "campaign.read", propose: "campaign.edit", check: "campaign.check" } as const;

/** A campaign's rules and budget. */
export const budgetKind = defineProposal<Payload>({
  kind: "campaign.budget",
  text: campaignProposalTexts.proposalBudget,
  payload,
  permissions,
  tier: "AMOUNT",
  subject: campaignTitle,
  consequences: () => ({
    ifConfirmed: campaignProposalTexts.budgetFollows,
    ifRefused: campaignProposalTexts.budgetRefused,
  }),
  async show(services, reader, { subjectId, payload: { activityId } }) {
    const campaign = await campaignById(reader, subjectId);
    const lines = campaign ? [...(await promisedLines(services, reader, campaign)), ...permitLines(campaign)] : [];
    return { lines, to: `/staff/campaigns/${activityId}` };
  },
  async isStale(_services, reader, { subjectId, payload: { rulesVersion } }) {
    const campaign = await campaignById(reader, subjectId);
    return campaign?.state !== "DRAFT" || campaign.rulesVersion !== rulesVersion;
  },
  async carryOut(services, trx, { id, payload: { activityId } }, checkerId) {
    const campaign = await lockCampaign(trx, activityId);
    if (campaign && !mayStart(services, campaign)) throw new Refusal("PERMIT_UNVERIFIED");
    if (!campaign || (await faultsIn(services, trx, campaign)).length > 0) throw new Refusal("PROPOSAL_STALE");
    await approve(services, trx, campaign, { proposalId: id, checkerId });
    return { activityId };
  },
  problems: permitUnverified,
});

const move = v.object({ activityId: v.string(), to: v.picklist(["RUNNING", "ENDED"]) });

/** Resuming a paused campaign, or ending one early. */
export const moveKind = defineProposal<v.InferOutput<typeof move>>({
  kind: "campaign.move",
  text: campaignProposalTexts.proposalMove,
  payload: move,
  permissions: { read: "campaign.read", propose: "campaign.pause", check: "campaign.check" },
  subject: campaignTitle,
  consequences: ({ payload: { to } }) => ({
    ifConfirmed: to === "RUNNING" ? campaignProposalTexts.resumeFollows : campaignProposalTexts.endFollows,
    ifRefused: campaignProposalTexts.moveRefused,
  }),
  async show(_services, reader, { subjectId, payload: { activityId, to } }) {
    const campaign = to === "RUNNING" ? await campaignById(reader, subjectId) : null;
    return {
      lines: [
        {
          label: campaignProposalTexts.staffMove,
          kind: "TEXT",
          text: campaignProposalTexts[to === "RUNNING" ? "staffResume" : "staffEnd"],
        },
        ...(campaign ? permitLines(campaign) : []),
      ],
      to: `/staff/campaigns/${activityId}`,
    };
  },
  async isStale(_services, reader, { subjectId, payload: { to } }) {
    const campaign = await campaignById(reader, subjectId);
    return !campaign || !mayMove(campaign.state, to);
  },
  async carryOut(services, trx, { subjectId, payload: { to } }, checkerId) {
    const at = services.clock.now();
    const campaign = await campaignById(trx, subjectId);
    if (to === "RUNNING" && campaign && !mayStart(services, campaign)) throw new Refusal("PERMIT_UNVERIFIED");
    const common = { id: subjectId, actor: `STAFF:${checkerId}`, at, set: { changedAt: at } } as const;
    const isMoved =
      to === "RUNNING"
        ? await campaignLifecycle.move(trx, { ...common, from: ["PAUSED"], to, cause: "RESUMED" })
        : await campaignLifecycle.move(trx, {
            ...common,
            from: ["APPROVED", "RUNNING", "PAUSED"],
            to,
            cause: "ENDED_EARLY",
          });
    if (!isMoved) throw new Refusal("PROPOSAL_STALE");
    if (to === "ENDED") await noteStop(trx, subjectId, at);
  },
  problems: permitUnverified,
});

export const mayMove = (state: CampaignState, to: "RUNNING" | "ENDED"): boolean =>
  to === "RUNNING" ? state === "PAUSED" : state === "APPROVED" || state === "RUNNING" || state === "PAUSED";

/** Reasons that prevent this campaign's approval in its current form. */
export async function faultsIn(services: Services, reader: Reader, campaign: CampaignRow): Promise<CampaignFault[]> {
  if ((await unknownCoupons(services, reader, campaign.rules)).length > 0)
    return ["COUPON_UNKNOWN", ...campaignFaultsOf(campaign, 0)];
  const isDaily = campaign.mechanic === "INSTANT" || campaign.mechanic === "DRAW";
  const { rules } = campaign;
  const cost = isDaily
    ? await costOfDay(services, reader, campaign)
    : rules.mechanic === "PICK"
      ? await costOfPool(services, reader, rules)
      : 0;
  const isPermitOpen = campaign.permit !== null && !mayStart(services, campaign);
  return [
    ...campaignFaultsOf(campaign, cost),
    ...((await drawsFirstLoan(services, reader, rules)) ? (["FIRST_LOAN_DRAWN"] as const) : []),
    ...(isPermitOpen ? (["PERMIT_UNVERIFIED"] as const) : []),
    ...((await isTaxOpen(services, reader, campaign)) ? (["TAX_UNVERIFIED"] as const) : []),
  ];
}

/** Whether a person may win or earn a coupon for a first loan without the check that a claim makes: that the first loan is still to come. */
async function drawsFirstLoan(services: Services, reader: Reader, rules: CampaignRules): Promise<boolean> {
  if (rules.mechanic === "CLAIM") return false;
  const keys = prizesOf(rules).flatMap(({ prize }) => (prize.kind === "COUPON" ? [prize.couponKey] : []));
  return (await Promise.all(keys.map((key) => isFirstLoanCoupon(services, reader, key)))).includes(true);
}

/** Reasons that prevent starting an approved campaign. */
export const startFaults = (services: Services, campaign: CampaignRow): CampaignFault[] =>
  (campaign.state === "APPROVED" || campaign.state === "PAUSED") && !mayStart(services, campaign)
    ? ["PERMIT_UNVERIFIED"]
    : [];

/** In prod no cash is paid for tasks before a person has confirmed that no tax is withheld on it. // PPh 21; product decisions, rewards 9 */
async function isTaxOpen({ config, clock }: Services, reader: Reader, campaign: CampaignRow): Promise<boolean> {
  const paysCash = !asksPermit(campaign) && prizesOf(campaign.rules).some(({ prize }) => prize.kind === "CASH");
  if (config.appEnv !== "prod" || !paysCash) return false;
  const { value, isVerified } = await ruleRowOn(reader, "ACTIVITY_REWARD_TAX_PPM", dateInWib(clock.now()));
  return !isVerified || value !== 0;
}

async function approve(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  { proposalId, checkerId }: { proposalId: string; checkerId: string },
): Promise<void> {
  const { id, activityId, rules } = campaign;
  const at = services.clock.now();
  await fundCampaign(services, trx, activityId, campaign.budgetRupiah, proposalId);
  if (rules.mechanic === "PICK" && !(await reservePool(services, trx, campaign, rules)))
    throw new Refusal("PROPOSAL_STALE");
  const lines = prizesOf(rules);
  await openStock(
    trx,
    id,
    wholeCampaign,
    lines.filter(({ stock }) => stock > 0).map(({ prizeKey, stock }) => ({ prizeKey, max: stock })),
  );
  for (const [couponKey, pieces] of couponsOfCampaign(campaign))
    await printCoupons(services, trx, { activityId, couponKey, pieces, version: campaign.rulesVersion });
  const isMoved = await campaignLifecycle.move(trx, {
    id,
    from: ["DRAFT"],
    to: "APPROVED",
    actor: `STAFF:${checkerId}`,
    cause: "APPROVED",
    at,
    set: { changedAt: at },
  });
  if (!isMoved) throw new Refusal("PROPOSAL_STALE");
}

/**
 * Submits a draft for its check. @throws Refusal CAMPAIGN_UNKNOWN, PERMIT_UNVERIFIED, CAMPAIGN_FAULTY, PROPOSAL_OPEN
 */
export async function proposeCampaign(
  services: Services,
  trx: Transaction,
  maker: StaffSession | Maker,
  activityId: string,
  reason: string,
): Promise<string> {
  const campaign = await findCampaign(trx, activityId);
  if (!campaign) throw new Refusal("CAMPAIGN_UNKNOWN");
  const faults = await faultsIn(services, trx, campaign);
  if (campaign.state === "DRAFT" && faults.includes("PERMIT_UNVERIFIED")) throw new Refusal("PERMIT_UNVERIFIED");
  if (campaign.state !== "DRAFT" || faults.length > 0) throw new Refusal("CAMPAIGN_FAULTY");
  return propose(services, trx, budgetKind, maker, {
    subjectId: campaign.id,
    payload: { activityId, rulesVersion: campaign.rulesVersion },
    amount: { rupiah: campaign.budgetRupiah, countsWith: `campaign:${activityId}` },
    reason,
  });
}
