/** What campaigns have given and how fast: for the console, from the awards as they are written. // Product decisions, rewards 10 */
import type { Reader } from "#server/database.server.ts";
import { sql } from "kysely";
import type { Services } from "#server/services.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import type { Prize } from "../rules-contract.ts";
import { costOf } from "./prizes.ts";

/** Over so many days the pace is measured. */
const paceDays = 7;
const maxDaysAhead = 3_650;

export interface GivenOnDay {
  day: BusinessDate;
  /** What was given takes from the budget at most: cash and vouchers, whole promises of coupons, and the tax on what chance gave. */
  rupiah: number;
  awards: number;
}

export interface Spent {
  /** The same of all days. */
  rupiah: number;
  /** Who have an award. */
  people: number;
}

/** The cost of one award of each prize, asked for once. */
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

/** What campaigns gave, by their id, a day in WIB from one moment on; days without an award are left out. */
export async function givenByDay(
  services: Services,
  reader: Reader,
  campaignIds: readonly string[],
  from: Date,
): Promise<ReadonlyMap<string, readonly GivenOnDay[]>> {
  const { rows } = await sql<{ id: string; day: BusinessDate; prize: Prize; byChance: boolean; awards: number }>`
    select campaign_id as id, (won_at at time zone 'Asia/Jakarta')::date as day, prize, by_chance as "byChance", count(*) as awards
    from campaign_award
    where campaign_id = any(${[...campaignIds]}::uuid[]) and won_at >= ${from} and state in ('PENDING', 'GIVEN')
    group by 1, 2, 3, 4 order by 2`.execute(reader);
  const costOfOne = costs(services, reader);
  const given = new Map<string, GivenOnDay[]>();
  for (const { id, day, prize, byChance, awards } of rows) {
    const days = given.get(id) ?? [];
    if (days.at(-1)?.day !== day) days.push({ day, rupiah: 0, awards: 0 });
    const last = days.at(-1)!;
    last.rupiah += awards * (await costOfOne(prize, byChance));
    last.awards += awards;
    given.set(id, days);
  }
  return given;
}

/** What campaigns have given in all, and to how many people, by their id. */
export async function spentBy(
  services: Services,
  reader: Reader,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, Spent>> {
  const ids = [...campaignIds];
  const [{ rows: prizes }, { rows: people }] = await Promise.all([
    sql<{ id: string; prize: Prize; byChance: boolean; awards: number }>`
      select campaign_id as id, prize, by_chance as "byChance", count(*) as awards from campaign_award
      where campaign_id = any(${ids}::uuid[]) and state in ('PENDING', 'GIVEN') group by 1, 2, 3`.execute(reader),
    sql<{ id: string; people: number }>`
      select campaign_id as id, count(distinct borrower_id) as people from campaign_award
      where campaign_id = any(${ids}::uuid[]) and state in ('PENDING', 'GIVEN') group by 1`.execute(reader),
  ]);
  const costOfOne = costs(services, reader);
  const spent = new Map<string, Spent>(people.map((row) => [row.id, { rupiah: 0, people: row.people }]));
  for (const { id, prize, byChance, awards } of prizes)
    spent.get(id)!.rupiah += awards * (await costOfOne(prize, byChance));
  return spent;
}

/** Of one person on average, in rupiah, rounded down; 0 while nobody has an award. */
export const perPerson = ({ rupiah, people }: Spent): number =>
  people > 0 ? Number(BigInt(rupiah) / BigInt(people)) : 0;

/** The day on which what is left ends at the pace of the last days; null where nothing is given. */
export function exhaustedOn(
  leftRupiah: number,
  given: readonly GivenOnDay[],
  today: BusinessDate,
): BusinessDate | null {
  const from = addDays(today, -paceDays);
  const spent = given.filter(({ day }) => day > from).reduce((sum, { rupiah }) => sum + rupiah, 0);
  if (spent === 0) return null;
  return addDays(today, Math.min(maxDaysAhead, Math.floor((leftRupiah * paceDays) / spent)));
}

/** Epochs for whose awards something waits: a voucher's code, a look, a signature. Their money is set aside. */
export async function waitingEpochs(reader: Reader, campaignId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_award")
    .select("epoch")
    .distinct()
    .where("campaign_id", "=", campaignId)
    .where("state", "in", ["PENDING", "HELD"])
    .where("epoch", "is not", null)
    .execute();
  return rows.map((row) => row.epoch!);
}
