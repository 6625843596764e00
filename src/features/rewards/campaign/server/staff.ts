/** Campaigns in the console: figures, drafts, and decisions of two people. */
import type { Reader } from "#server/database.server.ts";
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { placeInTime } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { pathOfCampaign } from "../skins-contract.ts";
import {
  draftCampaign,
  getStaffCampaign,
  listEntryCodes,
  listStaffCampaigns,
  pauseCampaign,
  proposeForApproval,
  proposeImprovement,
  proposeMove,
  proposePermit,
  proposeResult,
  reviseDraft,
  type StaffCampaign,
  shownDays,
} from "../staff-contract.ts";
import { asksPermit } from "./approval-rules.ts";
import { faultsIn, mayMove, moveKind, proposeCampaign, startFaults } from "./approval.ts";
import { exhaustedOn, givenByDay, perPerson, spentBy, waitingEpochs, type GivenOnDay, type Spent } from "./burn.ts";
import { openDays } from "./draws.ts";
import { asksEntryCode, entryCodesNow } from "./entry-code.ts";
import { endsAfter, proposeBetter } from "./improvement.ts";
import { invitationReserveOwner } from "./inviting.ts";
import { campaignLifecycle } from "./lifecycle.ts";
import { reserveOwnerOf } from "./money.ts";
import { awaitsResult, isOption, pickStateOf, poolReserveOwner } from "./picking.ts";
import { mayStart, proposePermitOf } from "./permit.ts";
import { choicesOf } from "./pick-store.ts";
import { resultKind } from "./pick-result.ts";
import {
  campaignsPage,
  campaignsSince,
  findCampaign,
  insertCampaign,
  lockCampaign,
  newCampaign,
  rewriteDraft,
  type CampaignRow,
} from "./store.ts";
import { lastDayOfCampaign } from "./promised-lines.ts";
import { plantedReserveOwner } from "./taking-part.ts";
import { pendingReserveOwner } from "./waiting.ts";
import { winnerAnswers } from "./winners.ts";

const budget = (reader: Reader, owner: string): Promise<number> => availableOf(reader, account("REWARD_BUDGET", owner));

const nothing: Spent = { rupiah: 0, people: 0 };

interface Burn {
  leftRupiah: number;
  spent: Spent | undefined;
  given: readonly GivenOnDay[] | undefined;
  today: BusinessDate;
}

const briefOf = (row: CampaignRow, language: Language, { leftRupiah, spent = nothing, given = [], today }: Burn) => ({
  activityId: row.activityId,
  title: say(row.title, language),
  mechanic: row.mechanic,
  state: row.state,
  opensAt: row.opensAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  budgetRupiah: row.budgetRupiah,
  leftRupiah,
  givenRupiah: spent.rupiah,
  people: spent.people,
  perPersonRupiah: perPerson(spent),
  exhaustedOn: exhaustedOn(leftRupiah, given, { today, lastDay: lastDayOfCampaign(row.closesAt) }),
});

/** Each of the last days, also those without an award. */
const everyDay = (given: readonly GivenOnDay[], today: BusinessDate): GivenOnDay[] => {
  const byDay = new Map(given.map((one) => [one.day, one]));
  return Array.from({ length: shownDays }, (_, index) => addDays(today, index + 1 - shownDays)).map(
    (day) => byDay.get(day) ?? { day, rupiah: 0, awards: 0 },
  );
};

const firstShown = (today: BusinessDate): BusinessDate => addDays(today, 1 - shownDays);

/** A page of campaigns; on the first page also the daily awards of all. */
async function listed(
  services: Services,
  reader: Reader,
  { language, cursor, limit }: { language: Language; cursor: string | undefined; limit: number },
) {
  const today = dateInWib(services.clock.now());
  const from = firstShown(today);
  const after = placeInTime(cursor);
  const [{ page: rows, nextCursor }, recent] = await Promise.all([
    campaignsPage(reader, { after, limit }),
    after ? [] : campaignsSince(reader, instantOf(from)),
  ]);
  const ids = rows.map(({ id }) => id);
  const [given, spent, left] = await Promise.all([
    givenByDay(services, reader, [...new Set([...ids, ...recent])], from),
    spentBy(services, reader, ids),
    Promise.all(rows.map(({ activityId }) => budget(reader, activityId))),
  ]);
  const items = rows.map((row, n) =>
    briefOf(row, language, { leftRupiah: left[n]!, spent: spent.get(row.id), given: given.get(row.id), today }),
  );
  const all = new Map<BusinessDate, GivenOnDay>();
  for (const { day, rupiah, awards } of [...given.values()].flat()) {
    const one = all.get(day) ?? { day, rupiah: 0, awards: 0 };
    all.set(day, { day, rupiah: one.rupiah + rupiah, awards: one.awards + awards });
  }
  return { items, nextCursor, days: after ? [] : everyDay([...all.values()], today) };
}

async function detailOf(
  services: Services,
  reader: Reader,
  row: CampaignRow,
  language: Language,
): Promise<StaffCampaign> {
  const { activityId, id, skin } = row;
  const now = services.clock.now();
  const today = dateInWib(now);
  const isFunded = row.state !== "DRAFT";
  const [days, waitingOnes] = await Promise.all([openDays(reader, id), waitingEpochs(reader, id)]);
  const epochs = new Set([
    plantedReserveOwner,
    poolReserveOwner,
    pendingReserveOwner,
    invitationReserveOwner,
    ...days,
    ...waitingOnes,
  ]);
  const [leftRupiah, spent, given, faults, ...aside] = await Promise.all([
    budget(reader, activityId),
    spentBy(services, reader, [id]),
    givenByDay(services, reader, [id], firstShown(today)),
    isFunded ? startFaults(services, row) : faultsIn(services, reader, row),
    ...[...epochs].map((epoch) => budget(reader, reserveOwnerOf(activityId, epoch))),
  ]);
  const setAsideRupiah = aside.reduce((sum, rupiah) => sum + rupiah, 0);
  return {
    ...briefOf(row, language, { leftRupiah, spent: spent.get(id), given: given.get(id), today }),
    skin,
    path: pathOfCampaign(skin, activityId),
    rulesVersion: row.rulesVersion,
    rules: JSON.stringify(row.rules, null, 2),
    permit: row.permit && {
      number: row.permit.number,
      isSample: row.permit.isSample,
      verifiedOn: row.permit.verifiedAt === null ? null : dateInWib(new Date(row.permit.verifiedAt)),
    },
    asksPermit: asksPermit(row),
    setAsideRupiah,
    usedRupiah: isFunded ? Math.max(0, row.budgetRupiah - leftRupiah - setAsideRupiah) : 0,
    days: everyDay(given.get(id) ?? [], today),
    faults: [...faults],
    asksCode: asksEntryCode(row.rules),
    pick: await staffPick(services, reader, row),
    titles: row.title,
  };
}

async function staffPick(services: Services, reader: Reader, row: CampaignRow): Promise<StaffCampaign["pick"]> {
  const pickState = await pickStateOf(reader, row, null);
  if (!pickState) return null;
  const { choice: _choice, options, ...others } = pickState;
  const counts = await choicesOf(reader, row.id);
  return {
    ...others,
    options: options.map((optionKey) => ({ optionKey, people: counts.get(optionKey) ?? 0 })),
    awaitsResult: awaitsResult(row, services.clock.now()),
  };
}

type DraftInput = v.InferOutput<(typeof reviseDraft)["input"]>;

/** The columns of a draft. @throws Refusal PERIOD_INVALID */
function draftOf({ config }: Services, input: DraftInput) {
  if (input.closesOn < input.opensOn) throw new Refusal("PERIOD_INVALID");
  const { activityId, skin, budgetRupiah, permitNumber, rules } = input;
  return {
    activityId,
    mechanic: rules.mechanic,
    skin,
    title: { id: input.titleId, en: input.titleEn, zh: input.titleZh },
    opensAt: instantOf(input.opensOn),
    ...endsAfter(input.closesOn),
    rules,
    budgetRupiah,
    permit: permitNumber ? { number: permitNumber, isSample: config.appEnv !== "prod", verifiedAt: null } : null,
    state: "DRAFT" as const,
    ...newCampaign,
  };
}

export const staffAnswers: readonly CallAnswer[] = [
  answer(listStaffCampaigns, ({ cursor, limit }, { services, database, language }) =>
    listed(services, database, { language, cursor, limit }),
  ),
  answer(getStaffCampaign, async ({ activityId }, { services, database, language, refuse }) => {
    const row = await findCampaign(database, activityId);
    return row ? detailOf(services, database, row, language) : refuse("CAMPAIGN_UNKNOWN");
  }),
  answer(listEntryCodes, async ({ activityId }, { services, database, refuse }) => {
    const { rules } = (await findCampaign(database, activityId)) ?? refuse("CAMPAIGN_UNKNOWN");
    return { items: asksEntryCode(rules) ? entryCodesNow(services, activityId) : [] };
  }),
  ...winnerAnswers,
  answer(draftCampaign, async (input, { services, trx, principal, refuse }) => {
    const draft = draftOf(services, input);
    const { activityId } = input;
    if (await findCampaign(trx, activityId)) return refuse("ACTIVITY_TAKEN");
    const at = services.clock.now();
    const id = services.random.uuid();
    await insertCampaign(trx, { ...draft, id, rulesVersion: 1 }, at);
    const actor = `STAFF:${principal.staff.staffId}` as const;
    await campaignLifecycle.begin(trx, { id, actor, cause: "DRAFTED", at });
    return { activityId };
  }),
  answer(reviseDraft, async (input, { services, trx, refuse }) => {
    const draft = draftOf(services, input);
    const { activityId } = input;
    const row = await lockCampaign(trx, activityId);
    if (!row) return refuse("CAMPAIGN_UNKNOWN");
    if (row.state !== "DRAFT") return refuse("CAMPAIGN_STATE");
    // An open proposal of the previous version becomes stale.
    const rulesVersion = row.rulesVersion + 1;
    await rewriteDraft(trx, { ...draft, id: row.id, rulesVersion }, services.clock.now());
    return { activityId, rulesVersion };
  }),
  answer(proposeForApproval, async ({ activityId, reason }, { services, trx, principal }) => ({
    proposalId: await proposeCampaign(services, trx, principal.staff, activityId, reason),
  })),
  answer(proposePermit, async (input, { services, trx, principal }) => ({
    proposalId: await proposePermitOf(services, trx, principal.staff, input),
  })),
  answer(proposeImprovement, async (better, { services, trx, principal }) => ({
    proposalId: await proposeBetter(services, trx, principal.staff, better),
  })),
  answer(pauseCampaign, async ({ activityId }, { services, trx, principal, refuse }) => {
    const row = await lockCampaign(trx, activityId);
    if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
    const at = services.clock.now();
    const isMoved = await campaignLifecycle.move(trx, {
      id: row.id,
      from: ["APPROVED", "RUNNING"],
      to: "PAUSED",
      actor: `STAFF:${principal.staff.staffId}`,
      cause: "PAUSED_BY_STAFF",
      at,
      set: { changedAt: at },
    });
    return isMoved ? { state: "PAUSED" as const } : refuse("CAMPAIGN_STATE");
  }),
  answer(proposeResult, async ({ activityId, optionKey, source, reason }, { services, trx, principal, refuse }) => {
    const row = await lockCampaign(trx, activityId);
    if (!row || row.rules.mechanic !== "PICK" || !isOption(row.rules, optionKey)) return refuse("CAMPAIGN_UNKNOWN");
    if (!awaitsResult(row, services.clock.now())) return refuse("RESULT_NOT_NOW");
    const input = { subjectId: row.id, payload: { activityId, optionKey, source }, reason };
    return { proposalId: await propose(services, trx, resultKind, principal.staff, input) };
  }),
  answer(proposeMove, async ({ activityId, reason, to }, { services, trx, principal, refuse }) => {
    const row = await lockCampaign(trx, activityId);
    if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
    if (!mayMove(row.state, to)) return refuse("CAMPAIGN_STATE");
    if (to === "RUNNING" && !mayStart(services, row)) return refuse("PERMIT_UNVERIFIED");
    const input = { subjectId: row.id, payload: { activityId, to }, reason };
    return { proposalId: await propose(services, trx, moveKind, principal.staff, input) };
  }),
];
