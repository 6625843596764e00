/** Campaigns in the console: figures, drafts, and what two people decide. */
import * as v from "valibot";
import { answer, answerOnce, type Api, type Principal } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { campaignRules, type CampaignRules } from "../rules-contract.ts";
import { pathOfCampaign } from "../skins-contract.ts";
import {
  draftCampaign,
  getStaffCampaign,
  listStaffCampaigns,
  listWinners,
  pauseCampaign,
  proposeForApproval,
  proposeImprovement,
  proposeMove,
  proposeResult,
  type StaffCampaign,
  shownDays,
} from "../staff-contract.ts";
import { faultsIn, mayMove, moveKind, proposeCampaign } from "./approval.ts";
import { givenByDay, peopleOf, winnersOf, type GivenOnDay } from "./awards.ts";
import { openDays } from "./draws.ts";
import { claimDays, proposeBetter } from "./improvement.ts";
import { campaignStates } from "./lifecycle.ts";
import { setAsideOf } from "./money.ts";
import { awaitsResult, pickStanding, pool } from "./picking.ts";
import { choicesOf } from "./pick-store.ts";
import { resultKind } from "./pick-result.ts";
import {
  allCampaigns,
  findCampaign,
  insertCampaign,
  lockCampaign,
  noResult,
  type CampaignRow,
  type Reader,
} from "./store.ts";
import { planted } from "./taking-part.ts";
import { waiting } from "./waiting.ts";

/** Over so many days the pace is measured. */
const paceDays = 7;
const shownWinners = 200;

const staffOf = ({ staff }: Principal): StaffSession => {
  if (!staff) throw new Error("A staff call comes with a session of staff.");
  return staff;
};

const budget = (reader: Reader, owner: string): Promise<number> => availableOf(reader, account("REWARD_BUDGET", owner));

const briefOf = (row: CampaignRow, language: Language, leftRupiah: number) => ({
  activityId: row.activityId,
  title: say(row.title, language),
  mechanic: row.mechanic,
  state: row.state,
  opensAt: row.opensAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  budgetRupiah: row.budgetRupiah,
  leftRupiah,
});

/** The day on which what is left ends at the pace of the last days; null where nothing is given. */
export function exhaustedOn(
  leftRupiah: number,
  given: readonly GivenOnDay[],
  today: BusinessDate,
): BusinessDate | null {
  const from = addDays(today, -paceDays);
  const spent = given.filter(({ day }) => day > from).reduce((sum, { rupiah }) => sum + rupiah, 0);
  if (spent === 0) return null;
  return addDays(today, Math.min(3_650, Math.floor((leftRupiah * paceDays) / spent)));
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
  const epochs = [planted, pool, waiting, ...(await openDays(reader, id))];
  const [left, people, given, faults, ...aside] = await Promise.all([
    budget(reader, activityId),
    peopleOf(reader, id),
    givenByDay(reader, id, instantOf(addDays(today, 1 - shownDays))),
    isFunded ? [] : faultsIn(services, reader, row),
    ...epochs.map((epoch) => budget(reader, setAsideOf(activityId, epoch))),
  ]);
  const setAsideRupiah = aside.reduce((sum, rupiah) => sum + rupiah, 0);
  const usedRupiah = isFunded ? Math.max(0, row.budgetRupiah - left - setAsideRupiah) : 0;
  const byDay = new Map(given.map((one) => [one.day, one]));
  const days = Array.from({ length: shownDays }, (_, index) => addDays(today, index + 1 - shownDays)).map(
    (day) => byDay.get(day) ?? { day, rupiah: 0, awards: 0 },
  );
  return {
    ...briefOf(row, language, left),
    skin,
    path: pathOfCampaign(skin, activityId),
    rulesVersion: row.rulesVersion,
    rules: JSON.stringify(row.rules, null, 2),
    permit: row.permit,
    setAsideRupiah,
    usedRupiah,
    people,
    perPersonRupiah: people > 0 ? Number(BigInt(usedRupiah) / BigInt(people)) : 0,
    days,
    exhaustedOn: exhaustedOn(left, given, today),
    faults: [...faults],
    pick: await staffPick(services, reader, row),
  };
}

async function staffPick(services: Services, reader: Reader, row: CampaignRow): Promise<StaffCampaign["pick"]> {
  const standing = await pickStanding(reader, row, null);
  if (!standing) return null;
  const { choice: _choice, options, ...others } = standing;
  const counts = await choicesOf(reader, row.id);
  return {
    ...others,
    options: options.map((optionKey) => ({ optionKey, people: counts.get(optionKey) ?? 0 })),
    awaitsResult: awaitsResult(row, services.clock.now()),
  };
}

/** @throws Refusal RULES_INVALID {where} */
function readRules(text: string): CampaignRules {
  const invalid = (where: string): never => {
    throw new Refusal<(typeof draftCampaign)["problems"]>("RULES_INVALID", { where });
  };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return invalid("JSON");
  }
  const read = v.safeParse(campaignRules, given);
  return read.success ? read.output : invalid(v.getDotPath(read.issues[0]) ?? "mechanic");
}

function readingAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listStaffCampaigns,
  )(async (_input, { database, language }) => {
    const items = [];
    for (const row of await allCampaigns(database))
      items.push(briefOf(row, language, await budget(database, row.activityId)));
    return { items };
  });
  answer(
    api,
    getStaffCampaign,
  )(async ({ activityId }, { database, language, refuse }) => {
    const row = await findCampaign(database, activityId);
    return row ? detailOf(services, database, row, language) : refuse("CAMPAIGN_UNKNOWN");
  });
  answer(
    api,
    listWinners,
  )(async ({ activityId }, { database, refuse }) => {
    const row = await findCampaign(database, activityId);
    return row ? { items: await winnersOf(database, row.id, shownWinners) } : refuse("CAMPAIGN_UNKNOWN");
  });
}

export function staffAnswers(api: Api): void {
  const { services } = api;
  readingAnswers(api);
  answerOnce(
    api,
    draftCampaign,
  )(async (input, { trx, principal, refuse }) => {
    const rules = readRules(input.rules);
    if (input.closesOn <= input.opensOn) return refuse("PERIOD_INVALID");
    if (await findCampaign(trx, input.activityId)) return refuse("ACTIVITY_TAKEN");
    const at = services.clock.now();
    const id = services.random.uuid();
    await insertCampaign(
      trx,
      {
        id,
        activityId: input.activityId,
        mechanic: rules.mechanic,
        skin: input.skin,
        title: { id: input.titleId, en: input.titleEn, zh: input.titleZh },
        opensAt: instantOf(input.opensOn),
        closesAt: instantOf(input.closesOn),
        claimsUntil: instantOf(addDays(input.closesOn, claimDays)),
        rules,
        rulesVersion: 1,
        budgetRupiah: input.budgetRupiah,
        permit: input.permitNumber ? { number: input.permitNumber, isSample: services.config.appEnv !== "prod" } : null,
        state: "DRAFT",
        ...noResult,
      },
      at,
    );
    const actor = `STAFF:${staffOf(principal).staffId}` as const;
    await campaignStates.begin(trx, { id, actor, cause: "DRAFTED", at });
    return { activityId: input.activityId };
  });
  answerOnce(
    api,
    proposeForApproval,
  )(async ({ activityId, reason }, { trx, principal }) => ({
    proposalId: await proposeCampaign(services, trx, staffOf(principal), activityId, reason),
  }));
  answerOnce(
    api,
    proposeImprovement,
  )(async ({ rules, ...better }, { trx, principal }) => ({
    proposalId: await proposeBetter(services, trx, staffOf(principal), { ...better, rules: readRules(rules) }),
  }));
  movingAnswers(api);
}

function movingAnswers(api: Api): void {
  const { services } = api;
  answerOnce(
    api,
    pauseCampaign,
  )(async ({ activityId }, { trx, principal, refuse }) => {
    const row = await lockCampaign(trx, activityId);
    if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
    const at = services.clock.now();
    const isMoved = await campaignStates.move(trx, {
      id: row.id,
      from: ["APPROVED", "RUNNING"],
      to: "PAUSED",
      actor: `STAFF:${staffOf(principal).staffId}`,
      cause: "PAUSED_BY_STAFF",
      at,
      set: { changed_at: at },
    });
    return isMoved ? { state: "PAUSED" as const } : refuse("CAMPAIGN_STATE");
  });
  answerOnce(
    api,
    proposeResult,
  )(async ({ activityId, optionKey, source, reason }, { trx, principal, refuse }) => {
    const row = await lockCampaign(trx, activityId);
    if (!row || row.rules.mechanic !== "PICK" || !row.rules.options.includes(optionKey))
      return refuse("CAMPAIGN_UNKNOWN");
    if (!awaitsResult(row, services.clock.now())) return refuse("RESULT_NOT_NOW");
    const input = { subjectId: row.id, payload: { activityId, optionKey, source }, reason };
    return { proposalId: await propose(services, trx, resultKind, staffOf(principal), input) };
  });
  answerOnce(
    api,
    proposeMove,
  )(async ({ activityId, reason, to }, { trx, principal, refuse }) => {
    const row = await lockCampaign(trx, activityId);
    if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
    if (!mayMove(row.state, to)) return refuse("CAMPAIGN_STATE");
    const input = { subjectId: row.id, payload: { activityId, to }, reason };
    return { proposalId: await propose(services, trx, moveKind, staffOf(principal), input) };
  });
}
