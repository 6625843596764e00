/** One person's state today in many campaigns: for the activity centre and the home page, read in a few queries for all. */
import type { Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { CampaignSummary, OwnState } from "../list-contract.ts";
import { prizesOf, type RulesOf } from "../rules-contract.ts";
import { claimStateOf, conditionsMet } from "./claiming.ts";
import { asksIdentity, ineligibilityOfRested } from "./eligibility.ts";
import { pressedOn, campaignBreakOf } from "./entrant-store.ts";
import { staysOpenInRest } from "./late.ts";
import { energyOwner } from "./money.ts";
import { lockOf } from "./picking.ts";
import type { CampaignRow } from "./store.ts";

export interface OwnPart {
  state: OwnState;
  /** Tickets that wait, pours until the fruit; 0 elsewhere. */
  count: number;
}

/** A person's part in all campaigns, as read from the tables. */
interface Known {
  entrants: ReadonlyMap<string, { grown: number; growsUntil: Date | null }>;
  pressed: ReadonlySet<string>;
  tickets: ReadonlyMap<string, number>;
  plays: ReadonlyMap<string, number>;
  newest: ReadonlyMap<string, string>;
  /** Energy that planted trees can be poured with, in units. */
  energy: ReadonlyMap<string, number>;
  /** The campaigns whose claim conditions are met. */
  met: ReadonlySet<string>;
}

/** A borrower's state in each of these campaigns, by id; without those that do not run. */
export async function ownParts(
  services: Services,
  reader: Reader,
  borrowerId: string,
  campaigns: readonly CampaignRow[],
): Promise<ReadonlyMap<string, OwnPart>> {
  const now = services.clock.now();
  const running = campaigns.filter(({ state, closesAt }) => state === "RUNNING" && now < closesAt);
  if (running.length === 0) return new Map();
  // In parallel: none of them needs another's answer. // docs/decisions/172
  const [known, rest, reasons] = await Promise.all([
    knownOf(reader, borrowerId, running, dateInWib(now)),
    campaignBreakOf(reader, borrowerId, now),
    Promise.all(running.map(reasonsOf(services, reader, borrowerId))),
  ]);
  const parts = running.map((campaign, index): OwnPart => {
    const part = partIn({ borrowerId, campaign, known, now });
    if (part.state === "TAKEN") return part;
    if (rest !== null && !staysOpenInRest(campaign.rules)) return { state: "REST", count: 0 };
    return reasons[index] === null ? part : { state: "LATER", count: 0 };
  });
  return new Map(running.map(({ id }, index) => [id, parts[index]!]));
}

/** Why this person may not take part, checked once for all campaigns with the same conditions. */
function reasonsOf(services: Services, reader: Reader, borrowerId: string) {
  const checks = new Map<string, ReturnType<typeof ineligibilityOfRested>>();
  return (campaign: CampaignRow) => {
    const coupons = prizesOf(campaign.rules).flatMap(({ prize }) => (prize.kind === "COUPON" ? [prize.couponKey] : []));
    const isClaim = campaign.mechanic === "CLAIM";
    const key = `${isClaim ? coupons.join() : campaign.mechanic} ${asksIdentity(campaign)}`;
    const reason = checks.get(key) ?? ineligibilityOfRested(services, reader, borrowerId, campaign);
    checks.set(key, reason);
    return reason;
  };
}

interface InOne {
  borrowerId: string;
  campaign: CampaignRow;
  known: Known;
  now: Date;
}

function partIn({ borrowerId, campaign, known, now }: InOne): OwnPart {
  const { id, activityId, rules } = campaign;
  const entrant = known.entrants.get(id);
  const isPressed = known.pressed.has(id);
  const daily: OwnState = isPressed ? "DONE" : "NOW";
  switch (rules.mechanic) {
    case "CHECK_IN":
      return { state: daily, count: 0 };
    case "INSTANT": {
      const tickets = known.tickets.get(id) ?? 0;
      const playsLeft = rules.playsADay - (known.plays.get(`${activityId}:plays:${borrowerId}`) ?? 0);
      if (playsLeft <= 0) return { state: "DONE", count: 0 };
      return { state: tickets > 0 ? "NOW" : daily, count: tickets };
    }
    case "DRAW":
      return { state: entrant ? daily : "OPEN", count: 0 };
    case "PICK":
      if (!entrant && now >= lockOf(campaign, rules)) return { state: "LATER", count: 0 };
      return { state: entrant ? "DONE" : "OPEN", count: 0 };
    case "GROW": {
      if (!entrant) return { state: "OPEN", count: 0 };
      return growing(rules, entrant, { now, daily, energy: known.energy.get(id) ?? 0 });
    }
    case "CLAIM":
      return { state: claimable(campaign, rules, known, now), count: 0 };
    case "INVITE":
      return { state: "OPEN", count: 0 };
  }
}

function growing(
  { fruit, pour }: RulesOf<"GROW">,
  { grown, growsUntil }: { grown: number; growsUntil: Date | null },
  { now, daily, energy }: { now: Date; daily: OwnState; energy: number },
): OwnPart {
  if (grown >= fruit) return { state: "TAKEN", count: 0 };
  if (growsUntil === null || growsUntil <= now) return { state: "LATER", count: 0 };
  return { state: energy >= pour ? "NOW" : daily, count: Math.ceil((fruit - grown) / pour) };
}

/** A shop is open whenever there are points; another claim is made once, when its conditions are met. */
function claimable(campaign: CampaignRow, rules: RulesOf<"CLAIM">, { newest: wins, met }: Known, now: Date): OwnState {
  if (rules.timesAMonth > 0) return "OPEN";
  const newest = wins.get(campaign.id);
  const wonAt = newest === undefined ? undefined : { wonAt: newest };
  if (claimStateOf(campaign, rules, wonAt, now).isClaimed) return "TAKEN";
  if (!met.has(campaign.id)) return "LATER";
  // An outlet's code is only at the outlet.
  return rules.asksCode ? "OPEN" : "NOW";
}

async function knownOf(
  reader: Reader,
  borrowerId: string,
  campaigns: readonly CampaignRow[],
  today: BusinessDate,
): Promise<Known> {
  const ids = campaigns.map(({ id }) => id);
  const playKeys = campaigns
    .filter(({ mechanic }) => mechanic === "INSTANT")
    .map(({ activityId }) => `${activityId}:plays:${borrowerId}`);
  const [{ entrants, energy }, met, pressed, tickets, plays, awards] = await Promise.all([
    entrantsOf(reader, borrowerId, campaigns),
    metOf(reader, borrowerId, campaigns),
    pressedOn(reader, borrowerId, today),
    reader
      .selectFrom("campaign_ticket")
      .select(["campaignId", (of) => of.fn.countAll<number>().as("count")])
      .where("borrowerId", "=", borrowerId)
      .where("campaignId", "in", ids)
      .where("playedAt", "is", null)
      .groupBy("campaignId")
      .execute(),
    reader
      .selectFrom("campaign_counter")
      .select(["key", "used"])
      .where("key", "in", playKeys.length > 0 ? playKeys.map((key) => `${key}:${today}`) : [""])
      .execute(),
    reader
      .selectFrom("campaign_award")
      .select(["campaignId", (of) => of.fn.max("wonAt").as("wonAt")])
      .where("borrowerId", "=", borrowerId)
      .where("campaignId", "in", ids)
      .groupBy("campaignId")
      .execute(),
  ]);
  return {
    entrants: new Map(entrants.map((row) => [row.campaignId, { grown: row.grown, growsUntil: row.growsUntil }])),
    energy,
    met,
    pressed,
    tickets: new Map(tickets.map((row) => [row.campaignId, Number(row.count)])),
    plays: new Map(plays.map((row) => [row.key.slice(0, -today.length - 1), row.used])),
    newest: new Map(awards.map((row) => [row.campaignId, row.wonAt.toISOString()])),
  };
}

/** The campaigns of the borrower, and the energy available for planted trees. */
async function entrantsOf(reader: Reader, borrowerId: string, campaigns: readonly CampaignRow[]) {
  const entrants = await reader
    .selectFrom("campaign_entrant")
    .select(["campaignId", "grown", "growsUntil"])
    .where("borrowerId", "=", borrowerId)
    .where(
      "campaignId",
      "in",
      campaigns.map(({ id }) => id),
    )
    .execute();
  const isPlanted = new Set(entrants.map((row) => row.campaignId));
  const energy = await Promise.all(
    campaigns
      .filter(({ id, mechanic }) => mechanic === "GROW" && isPlanted.has(id))
      .map(async ({ id, activityId }) => {
        const units = await availableOf(reader, account("POINTS", energyOwner(borrowerId, activityId)));
        return [id, units] as const;
      }),
  );
  return { entrants, energy: new Map(energy) };
}

async function metOf(reader: Reader, borrowerId: string, campaigns: readonly CampaignRow[]): Promise<Set<string>> {
  const met = await Promise.all(
    campaigns.map(async (campaign) => {
      const { id, rules } = campaign;
      if (rules.mechanic !== "CLAIM" || rules.timesAMonth > 0) return [];
      return (await conditionsMet(reader, borrowerId, campaign, rules)) === null ? [] : [id];
    }),
  );
  return new Set(met.flat());
}

/** The prize that represents a campaign in a list: the day's points of a check-in, else its first real prize. */
export function mainPrizeOf({ rules }: CampaignRow): CampaignSummary["mainPrize"] {
  if (rules.mechanic === "CHECK_IN") return { kind: "POINTS", points: rules.points };
  if (rules.mechanic === "PICK") return { kind: "CASH", rupiah: rules.maxRupiah };
  const lines = prizesOf(rules).map(({ prize }) => prize);
  const first = rules.mechanic === "DRAW" ? lines.at(-1) : lines.find(({ kind }) => kind !== "NOTHING");
  return first ?? null;
}
