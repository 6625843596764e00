/** Awards given by campaigns and their pace, for the console. // Product decisions, rewards 10 */
import type { Reader } from "#server/database.server.ts";
import { sql, type RawBuilder } from "kysely";
import type { Services } from "#server/services.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import type { Prize } from "../rules-contract.ts";
import { countPeople, prizesByDay, prizesGiven } from "./given-store.ts";
import { costOf } from "./prizes.ts";

/** Days over which the pace is measured. */
const paceDays = 7;
const maxDaysAhead = 3_650;

export interface GivenOnDay {
  day: BusinessDate;
  /** Maximal cost to the budget: cash and vouchers, coupons at their full promise, and the tax on prizes of chance. */
  rupiah: number;
  awards: number;
}

export interface Spent {
  /** The same of all days. */
  rupiah: number;
  /** Number of people with an award. */
  people: number;
}

/** The cost of one award of each prize, computed once. */
function costs(services: Services, reader: Reader) {
  const known = new Map<string, number>();
  return async (prize: Prize, isByChance: boolean): Promise<number> => {
    const key = `${isByChance}${JSON.stringify(prize)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { netRupiah, taxRupiah } = await costOf(services, reader, prize, isByChance);
    known.set(key, netRupiah + taxRupiah);
    return netRupiah + taxRupiah;
  };
}

/** Awards per day (WIB) from a day on, by campaign id; days without an award are omitted. */
export async function givenByDay(
  services: Services,
  reader: Reader,
  campaignIds: readonly string[],
  from: BusinessDate,
): Promise<ReadonlyMap<string, readonly GivenOnDay[]>> {
  const costOfOne = costs(services, reader);
  const given = new Map<string, GivenOnDay[]>();
  for (const { id, day, prize, byChance, awards } of await prizesByDay(reader, campaignIds, from)) {
    const days = given.get(id) ?? [];
    if (days.at(-1)?.day !== day) days.push({ day, rupiah: 0, awards: 0 });
    const last = days.at(-1)!;
    last.rupiah += awards * (await costOfOne(prize, byChance));
    last.awards += awards;
    given.set(id, days);
  }
  return given;
}

/** Total cost of campaigns and number of people with an award, by campaign id. */
export async function spentBy(
  services: Services,
  reader: Reader,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, Spent>> {
  const [prizes, people] = await Promise.all([prizesGiven(reader, campaignIds), countPeople(reader, campaignIds)]);
  const costOfOne = costs(services, reader);
  const spent = new Map<string, Spent>([...people].map(([id, count]) => [id, { rupiah: 0, people: count }]));
  for (const { id, prize, byChance, awards } of prizes) {
    // A first award may have been given between the two queries.
    const one = spent.get(id) ?? { rupiah: 0, people: 0 };
    one.rupiah += awards * (await costOfOne(prize, byChance));
    spent.set(id, one);
  }
  return spent;
}

/** Average per person in rupiah, rounded down; 0 without awards. */
export const perPerson = ({ rupiah, people }: Spent): number =>
  people > 0 ? Number(BigInt(rupiah) / BigInt(people)) : 0;

/** The day on which the rest of the budget ends at the pace of the last days; null when nothing is given, or it lasts until the campaign's end. */
export function exhaustedOn(
  leftRupiah: number,
  given: readonly GivenOnDay[],
  { today, lastDay }: { today: BusinessDate; lastDay: BusinessDate },
): BusinessDate | null {
  const from = addDays(today, -paceDays);
  const spent = given.filter(({ day }) => day > from).reduce((sum, { rupiah }) => sum + rupiah, 0);
  if (spent === 0) return null;
  const day = addDays(today, Math.min(maxDaysAhead, Math.floor((leftRupiah * paceDays) / spent)));
  return day > lastDay ? null : day;
}

/**
 * Epochs with awards that still wait for a voucher's code, a review or a signature. Their money is reserved. The query
 * jumps from epoch to epoch, because thousands of awards of one epoch may wait.
 */
export async function waitingEpochs(reader: Reader, campaignId: string): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`(select epoch from campaign_award
    where campaign_id = ${campaignId} and state in ('PENDING', 'HELD') and ${after} order by epoch limit 1)`;
  const { rows } = await sql<{ epoch: string }>`
    with recursive waiting as (${next(sql`epoch is not null`)}
      union all select ${next(sql`epoch > waiting.epoch`)} from waiting where waiting.epoch is not null)
    select epoch from waiting where epoch is not null`.execute(reader);
  return rows.map(({ epoch }) => epoch);
}
