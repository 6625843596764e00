/**
 * The minister's permit for prizes won by luck or by a guess. The author of the draft enters its number; two people
 * verify that it exists and permits this period and these prizes. In prod the campaign does not start before. // UU
 * 22/1954; product decisions, rewards 9
 */
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Transaction } from "#server/database.server.ts";
import { defineProposal, type ShownLine } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { languages, say, type Language, type Text } from "#shared/texts.ts";
import { asksPermit } from "./approval-rules.ts";
import { campaignTitle, promisedLines } from "./promised-lines.ts";
import { campaignProposalTexts } from "./proposal-texts.ts";
import { campaignById, lockCampaign, writePermit, type CampaignRow, type Permit } from "./store.ts";

const payload = v.object({ activityId: v.string(), rulesVersion: v.number() });

/** Whether its permit lets it start here: outside prod a sample does; in prod only one that two people have verified, and no sample. */
export const mayStart = ({ config }: Pick<Services, "config">, campaign: CampaignRow): boolean =>
  config.appEnv !== "prod" ||
  !asksPermit(campaign) ||
  (campaign.permit !== null && !campaign.permit.isSample && campaign.permit.verifiedAt !== null);

/** Whether its permit can be proposed for verification: it has an unverified one, and is not over. */
const isToVerify = ({ state, permit }: CampaignRow): boolean =>
  state !== "ENDED" && permit !== null && permit.verifiedAt === null;

const textOf = ({ number, isSample, verifiedAt }: Permit, language: Language): string =>
  [
    number,
    ...(isSample ? [say(campaignProposalTexts.permitSample, language)] : []),
    verifiedAt === null
      ? say(campaignProposalTexts.permitUnverified, language)
      : say(campaignProposalTexts.permitVerified, language, {
          date: formatDate(dateInWib(new Date(verifiedAt)), language),
        }),
  ].join(" · ");

/** The permit's line on a card; none when the law requires none. */
export function permitLines(campaign: CampaignRow): ShownLine[] {
  const { permit } = campaign;
  if (!asksPermit(campaign)) return [];
  const inLanguage = (language: Language) =>
    permit ? textOf(permit, language) : say(campaignProposalTexts.permitNone, language);
  const [id, en, zh] = languages.map(inLanguage);
  return [
    { label: campaignProposalTexts.staffPermit, kind: "TEXT", text: { id: id!, en: en!, zh: zh! } satisfies Text },
  ];
}

/** The proposal that a permit exists and permits the campaign's promise: both people see the same number, period and prizes. */
export const permitKind = defineProposal<v.InferOutput<typeof payload>>({
  kind: "campaign.permit",
  text: campaignProposalTexts.proposalPermit,
  payload,
  permissions: { read: "campaign.read", propose: "campaign.edit", check: "campaign.check" },
  subject: campaignTitle,
  consequences: () => ({
    ifConfirmed: campaignProposalTexts.permitFollows,
    ifRefused: campaignProposalTexts.permitRefused,
  }),
  async show(services, reader, { subjectId, payload: { activityId } }) {
    const campaign = await campaignById(reader, subjectId);
    const lines = campaign ? [...permitLines(campaign), ...(await promisedLines(services, reader, campaign))] : [];
    return { lines, to: `/staff/campaigns/${activityId}` };
  },
  async isStale(_services, reader, { subjectId, payload: { rulesVersion } }) {
    const campaign = await campaignById(reader, subjectId);
    return !campaign || campaign.rulesVersion !== rulesVersion || !isToVerify(campaign);
  },
  async carryOut(services, trx, { payload: { activityId, rulesVersion } }) {
    const campaign = await lockCampaign(trx, activityId);
    if (!campaign?.permit || campaign.rulesVersion !== rulesVersion || !isToVerify(campaign))
      throw new Refusal("PROPOSAL_STALE");
    const at = services.clock.now();
    await writePermit(trx, campaign.id, { ...campaign.permit, verifiedAt: at.toISOString() }, at);
  },
});

/** Submits a campaign's permit for its check. @throws Refusal CAMPAIGN_UNKNOWN, PERMIT_NOT_OPEN, PROPOSAL_OPEN */
export async function proposePermitOf(
  services: Services,
  trx: Transaction,
  maker: StaffSession,
  { activityId, reason }: { activityId: string; reason: string },
): Promise<string> {
  const campaign = await lockCampaign(trx, activityId);
  if (!campaign) throw new Refusal("CAMPAIGN_UNKNOWN");
  const { id: subjectId, rulesVersion } = campaign;
  if (!isToVerify(campaign)) throw new Refusal("PERMIT_NOT_OPEN");
  return propose(services, trx, permitKind, maker, { subjectId, payload: { activityId, rulesVersion }, reason });
}
