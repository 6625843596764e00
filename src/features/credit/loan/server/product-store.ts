/** SQL of products and lenders. Both are data with dates or flags, changed by adding rows. */
import type { Reader } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { LoanProduct } from "./engine/index.ts";

/** The products offered on a day: of each key the newest row that is in force, unless that row ends it. */
export function productsOn(reader: Reader, on: BusinessDate): Promise<LoanProduct[]> {
  return readOnce(reader, `products on ${on}`, () => readProducts(reader, on));
}

async function readProducts(reader: Reader, on: BusinessDate): Promise<LoanProduct[]> {
  const rows = await reader
    .selectFrom("loan_product")
    .selectAll()
    .distinctOn("key")
    .where("validFrom", "<=", on)
    .orderBy("key")
    .orderBy("validFrom", "desc")
    .execute();
  return rows
    .filter((row) => row.offered)
    .map((row) => ({
      key: row.key,
      minimumRupiah: row.minimumRupiah,
      maximumRupiah: row.maximumRupiah,
      stepRupiah: row.stepRupiah,
      tenorsDays: row.tenorsDays,
      instalmentDays: row.instalmentDays,
      dailyRatePpm: row.dailyRatePpm,
      feePpm: row.feePpm,
      lateFeeDailyPpm: row.lateFeeDailyPpm,
    }));
}

/** A lender of record, as agreements name it. */
export interface Lender {
  id: string;
  kind: "INSTITUTION" | "PERSON";
  name: string;
  /** Number in the lender register or of the company's deed. */
  registration: string;
  address: string;
}

async function lenders(reader: Reader, narrow: { id?: string }): Promise<Lender[]> {
  let query = reader.selectFrom("loan_lender").select(["id", "kind", "name", "registration", "address"]).orderBy("id");
  query = narrow.id === undefined ? query.where("active", "=", true) : query.where("id", "=", narrow.id);
  return (await query.execute()).map((row) => ({ ...row, kind: row.kind as Lender["kind"] }));
}

export async function lenderById(reader: Reader, id: string): Promise<Lender | null> {
  return (await lenders(reader, { id }))[0] ?? null;
}

/** Every lender of record, also those that take no new loans. */
export async function allLenders(reader: Reader): Promise<(Pick<Lender, "id" | "name"> & { active: boolean })[]> {
  return reader.selectFrom("loan_lender").select(["id", "name", "active"]).orderBy("id").execute();
}

/** The lender that takes new loans. Throws where an installation has none. */
export async function lenderForNewLoans(reader: Reader): Promise<Lender> {
  const [first] = await lenders(reader, {});
  if (!first) throw new Error("No lender takes new loans: loan_lender has no active row.");
  return first;
}
