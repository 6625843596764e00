/** The result of a pick: proposed with its source, confirmed by a second person, then the pool is shared. // Product decisions, rewards 7 */
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { awaitsResult, settlePool } from "./picking.ts";
import { campaignTitle } from "./promised-lines.ts";
import { campaignProposalTexts } from "./proposal-texts.ts";
import { campaignById, lockCampaign } from "./store.ts";

const payload = v.strictObject({ activityId: v.string(), optionKey: v.string(), source: v.string() });

export const resultKind = defineProposal<v.InferOutput<typeof payload>>({
  kind: "campaign.result",
  text: campaignProposalTexts.proposalResult,
  payload,
  permissions: { read: "campaign.read", propose: "campaign.edit", check: "campaign.check" },
  subject: campaignTitle,
  consequences: () => ({
    ifConfirmed: campaignProposalTexts.resultFollows,
    ifRefused: campaignProposalTexts.resultRefused,
  }),
  async show(_services, reader, { subjectId, payload: { activityId, optionKey, source } }) {
    const row = await campaignById(reader, subjectId);
    const named = row?.rules.mechanic === "PICK" ? row.rules.options.find((one) => one.optionKey === optionKey) : null;
    return {
      lines: [
        { kind: "TEXT", label: campaignProposalTexts.staffOption, text: named ?? optionKey },
        { kind: "TEXT", label: campaignProposalTexts.staffSource, text: source },
      ],
      to: `/staff/campaigns/${activityId}`,
    };
  },
  async isStale(services, reader, { subjectId }) {
    const row = await campaignById(reader, subjectId);
    return !row || !awaitsResult(row, services.clock.now());
  },
  async carryOut(services, trx, { payload: { activityId, optionKey, source } }) {
    const row = await lockCampaign(trx, activityId);
    if (!row || !awaitsResult(row, services.clock.now())) throw new Refusal("PROPOSAL_STALE");
    return settlePool(services, trx, row, { optionKey, source });
  },
});
