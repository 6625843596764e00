/** Wishes: the points of a day are the weight in its draw; friends help. Each day has its own key, so nothing is reset. // Product decisions, rewards 7 */
import { sql } from "kysely";
import { bankAccountsOf, findBorrowersByAccount } from "#features/account/bank-account/server/index.ts";
import { findBorrowersByNik, identityOf } from "#features/account/identity/server/index.ts";
import { registrationOfBorrower } from "#features/account/login/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { ActionProblems } from "../contract.ts";
import type { RulesOf } from "../rules-contract.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { takeCard } from "./card.ts";
import { takeCaps } from "./counters.ts";
import { lockOpenDraw, type DrawRow } from "./draws.ts";
import { ineligibility } from "./eligibility.ts";
import { removeEntries } from "./entries.ts";
import { energyOwner, moveUnits } from "./money.ts";
import { wishSources, type WishSource } from "./records.ts";
import { midnightAfter, refuseAction, refuseFor } from "./running.ts";
import { campaignById, holdCampaign, type CampaignRow } from "./store.ts";
import { findEntrant, insertTask, entrantOfCode, type Entrant } from "./entrant-store.ts";
import { drawnName } from "./tickets.ts";

/** The daily press of a wish. @throws Refusal AGREEMENT_NEEDED, DONE_ALREADY, BUDGET_OUT */
export async function pressForWish(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  rules: RulesOf<"DRAW">,
  borrowerId: string,
): Promise<{ date: BusinessDate; streak: number; points: number }> {
  const now = services.clock.now();
  const wish = await findEntrant(trx, borrowerId, campaign.id);
  if (!wish) return refuseAction("AGREEMENT_NEEDED");
  const draw = await lockOpenDraw(trx, campaign.id, dateInWib(now));
  if (!draw) return refuseAction("BUDGET_OUT");
  const gives = rules.tasks.find(({ task }) => task === "DAILY_SIGN_IN")?.gives ?? 0;
  if (
    !(await insertTask(trx, borrowerId, campaign.id, { task: "DAILY_SIGN_IN", epoch: draw.day, given: gives, at: now }))
  )
    throw new Refusal<ActionProblems>("DONE_ALREADY", { nextAt: midnightAfter(now).toISOString() });
  const points = await addWeight(services, trx, { campaign, draw, borrowerId, wish, points: gives, source: "press" });
  return { date: draw.day, streak: 0, points };
}

interface Gain {
  campaign: CampaignRow;
  draw: DrawRow;
  borrowerId: string;
  /** Null: this person has chosen none; the points wait for a choice until the day is over. */
  wish: Pick<Entrant, "choiceKey"> | null;
  points: number;
  /** Unique within the day: the source of the points. */
  source: string;
}

/** Adds points of the day to an entry, up to the maximal weight of a day; the draw's row is locked. @returns points added */
async function addWeight(services: Services, trx: Transaction, gain: Gain): Promise<number> {
  const { campaign, draw, borrowerId, wish, points, source } = gain;
  const max = (campaign.rules as RulesOf<"DRAW">).maxPoints;
  const owner = dayOwner(campaign, borrowerId, draw.day);
  const added = wish
    ? await addToEntry(services, trx, { campaign, draw, borrowerId, choiceKey: wish.choiceKey, points, max })
    : Math.max(0, Math.min(points, max - (await availableOf(trx, account("POINTS", owner)))));
  if (added > 0)
    await moveUnits(services, trx, "POINTS_EARNED", {
      id: `wish_${draw.drawId}_${borrowerId}_${source}`,
      owner,
      amount: added,
      reference: `campaign_${campaign.activityId}`,
    });
  return added;
}

/** Owner's part of the account of a day's points. */
const dayOwner = ({ activityId }: CampaignRow, borrowerId: string, day: BusinessDate): string =>
  `${energyOwner(borrowerId, activityId)}:${day}`;

/** @returns how much heavier the entry is now @throws Refusal CARD_TAKEN */
async function addToEntry(
  services: Services,
  trx: Transaction,
  of: {
    campaign: CampaignRow;
    draw: DrawRow;
    borrowerId: string;
    choiceKey: string | null;
    points: number;
    max: number;
  },
): Promise<number> {
  const { campaign, draw, borrowerId, choiceKey, points, max } = of;
  const gaveWay = await takeCard(services, trx, campaign, { borrowerId, epoch: draw.day });
  if (gaveWay !== null) await removeEntries(trx, draw.id, [gaveWay]);
  const { rows } = await sql<{ before: number | null; after: number }>`
    insert into campaign_draw_entry as e (draw_id, entry_id, borrower_id, choice_key, weight)
      values (${draw.id}, ${drawnName(services)}, ${borrowerId}, ${choiceKey}, least(${points}::bigint, ${max}::bigint))
    on conflict (draw_id, borrower_id) do update set weight = least(e.weight + ${points}, ${max})
    returning old.weight as before, new.weight as after`.execute(trx);
  return rows[0]!.after - (rows[0]!.before ?? 0);
}

/**
 * Points for help given today before a wish was chosen: they count from now on. // Product decisions, rewards 15.4
 * @throws Refusal CARD_TAKEN
 */
export async function weighEarlierHelp(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  { borrowerId, choiceKey }: { borrowerId: string; choiceKey: string },
): Promise<void> {
  const draw = await lockOpenDraw(trx, campaign.id, dateInWib(services.clock.now()));
  if (!draw) return;
  const points = await availableOf(trx, account("POINTS", dayOwner(campaign, borrowerId, draw.day)));
  const max = (campaign.rules as RulesOf<"DRAW">).maxPoints;
  if (points > 0) await addToEntry(services, trx, { campaign, draw, borrowerId, choiceKey, points, max });
}

/** Points of the day that wait for a wish. */
export async function pointsWithoutWish(
  reader: Reader,
  campaign: CampaignRow,
  borrowerId: string,
  draw: DrawRow | null,
): Promise<number> {
  if (campaign.rules.mechanic !== "DRAW" || !draw) return 0;
  return availableOf(reader, account("POINTS", dayOwner(campaign, borrowerId, draw.day)));
}

export interface Helped {
  helped: true;
  /** The helper's points. */
  points: number;
}

/**
 * Helps a friend's wish, once a day. "New" means that the other account is younger than this number of days. When the
 * wish's owner may not play, only the helper's points count.
 * @throws Refusal WISH_UNKNOWN, HELP_SELF, HELP_DONE, HELP_LIMIT, WISH_FULL, and the reasons of campaign or helper
 */
export async function helpWish(services: Services, borrowerId: string, wishCode: string): Promise<Helped> {
  return transact(services.database, async (trx) => {
    const owner = await entrantOfCode(trx, wishCode);
    const found = owner && (await campaignById(trx, owner.campaignId));
    if (!owner || found?.rules.mechanic !== "DRAW") throw new Refusal("WISH_UNKNOWN");
    if (await isSamePerson(services, trx, borrowerId, owner.borrowerId)) throw new Refusal("HELP_SELF");
    // Read again under the lock: it may have been paused a moment ago.
    const campaign = await holdCampaign(trx, found.activityId);
    if (campaign?.rules.mechanic !== "DRAW") throw new Refusal("WISH_UNKNOWN");
    const now = services.clock.now();
    if (now < campaign.closesAt && campaign.state === "PAUSED") refuseAction("CAMPAIGN_PAUSED");
    if (campaign.state !== "RUNNING" || now >= campaign.closesAt) refuseAction("CAMPAIGN_ENDED");
    const reason = await ineligibility(services, trx, borrowerId, campaign);
    if (reason) refuseFor(reason);
    const draw = await lockOpenDraw(trx, campaign.id, dateInWib(now));
    if (!draw) return refuseAction("BUDGET_OUT");
    return help(services, trx, {
      campaign,
      rules: campaign.rules,
      draw,
      helperId: borrowerId,
      ownerId: owner.borrowerId,
    });
  });
}

interface Help {
  campaign: CampaignRow;
  rules: RulesOf<"DRAW">;
  draw: DrawRow;
  helperId: string;
  ownerId: string;
}

async function help(services: Services, trx: Transaction, input: Help): Promise<Helped> {
  const { campaign, rules, draw, helperId, ownerId } = input;
  const { byNew, byOld, toNew, toOld, newDays, helpsADay, helpedADay } = rules.help;
  const now = services.clock.now();
  const [isHelperNew, isOwnerNew] = await Promise.all(
    [helperId, ownerId].map(async (id) => {
      const registration = await registrationOfBorrower(trx, id);
      return registration !== null && now.getTime() - registration.registeredAt.getTime() < newDays * 86_400_000;
    }),
  );
  const isOwnerIn = (await ineligibility(services, trx, ownerId, campaign)) === null;
  const ownerGets = isOwnerIn ? (isHelperNew ? byNew : byOld) : 0;
  const helperGets = isOwnerNew ? toNew : toOld;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_help")
    .values({
      borrowerId: helperId,
      campaignId: campaign.id,
      helpedId: ownerId,
      helpedOn: draw.day,
      points: helperGets,
      helpedPoints: ownerGets,
      helpedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) === 0) throw new Refusal("HELP_DONE");
  const { activityId } = campaign;
  const full = `${activityId}:helped:${ownerId}:${draw.day}`;
  const used = await takeCaps(trx, [
    { key: `${activityId}:helps:${helperId}:${draw.day}`, borrowerId: helperId, max: helpsADay },
    { key: full, borrowerId: ownerId, max: helpedADay },
  ]);
  if (used !== null) throw new Refusal(used === full ? "WISH_FULL" : "HELP_LIMIT");
  const [ownerWish, helperWish] = [
    await findEntrant(trx, ownerId, campaign.id),
    await findEntrant(trx, helperId, campaign.id),
  ];
  const common = { campaign, draw };
  if (isOwnerIn)
    await addWeight(services, trx, {
      ...common,
      borrowerId: ownerId,
      wish: ownerWish,
      points: ownerGets,
      source: `by_${helperId}`,
    });
  const points = await addWeight(services, trx, {
    ...common,
    borrowerId: helperId,
    wish: helperWish,
    points: helperGets,
    source: `for_${ownerId}`,
  });
  return { helped: true, points };
}

/** The same account, or another one with the same identity card or a common bank account, present or former. */
async function isSamePerson(services: Services, trx: Transaction, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const identity = await identityOf(services, trx, one);
  if (identity !== null && (await findBorrowersByNik(services, trx, identity.nik)).includes(other)) return true;
  for (const { bankCode, accountNumber } of await bankAccountsOf(services, trx, one))
    if ((await findBorrowersByAccount(services, trx, bankCode, accountNumber)).includes(other)) return true;
  return false;
}

export interface Wish {
  wishKey: string;
  code: string;
  entryId: string | null;
  points: number;
  maxPoints: number;
  allPoints: number;
  sources: WishSource[];
}

/** A wish and its weight on the day of a draw. */
export async function wishOn(
  reader: Reader,
  campaign: CampaignRow,
  borrowerId: string,
  entrant: Entrant | null,
  draw: DrawRow | null,
): Promise<Wish | null> {
  if (campaign.rules.mechanic !== "DRAW" || !entrant?.code || !entrant.choiceKey) return null;
  const [own, sources] = draw
    ? await Promise.all([
        reader
          .selectFrom("campaign_draw_entry")
          .select(["entryId", "weight"])
          .where("drawId", "=", draw.id)
          .where("borrowerId", "=", borrowerId)
          .executeTakeFirst(),
        wishSources(reader, campaign, borrowerId, draw.day),
      ])
    : [];
  return {
    wishKey: entrant.choiceKey,
    code: entrant.code,
    entryId: own?.entryId ?? null,
    points: own?.weight ?? 0,
    maxPoints: campaign.rules.maxPoints,
    allPoints: draw?.entryPoints ?? 0,
    sources: sources ?? [],
  };
}
