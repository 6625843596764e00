/** Codes: stored sealed, given once, read by their owner alone. // Product decisions, rewards 5 */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

const place = (id: string) => ({ table: "voucher_code", column: "codeSealed", row: id });

/** Codes of one voucher with the same value: a prize takes no code of another value. */
export interface VoucherKind {
  voucherKey: string;
  /** Face value, in whole rupiah. */
  rupiah: number;
}

/** Loads codes that are not known yet. @returns how many were new */
export async function loadCodes(
  services: Services,
  trx: Transaction,
  { voucherKey, rupiah, codes, staffId }: VoucherKind & { codes: readonly string[]; staffId: string | null },
): Promise<number> {
  const { keys, random, clock } = services;
  const rows = codes.map((code) => {
    const id = random.uuid();
    return {
      id,
      voucherKey,
      rupiah,
      codeIndex: keys.blindIndex("voucher", `${voucherKey}:${code}`),
      codeSealed: keys.seal(code, place(id)),
      loadedBy: staffId,
      loadedAt: clock.now(),
    };
  });
  if (rows.length === 0) return 0;
  const added = await trx
    .insertInto("voucher_code")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return added.length;
}

/** Gives the next code of a voucher for an award, once. False when none is left. */
export async function takeVoucherCode(
  { clock }: Services,
  trx: Transaction,
  { voucherKey, rupiah, borrowerId, awardId }: VoucherKind & { borrowerId: string; awardId: string },
): Promise<boolean> {
  const known = await trx.selectFrom("voucher_code").select("id").where("awardId", "=", awardId).executeTakeFirst();
  if (known) return true;
  const givenAt = clock.now();
  const { rows } = await sql`
    update voucher_code set borrower_id = ${borrowerId}, award_id = ${awardId}, given_at = ${givenAt}
    where id = (select id from voucher_code where voucher_key = ${voucherKey} and rupiah = ${rupiah} and borrower_id is null
      order by id limit 1 for update skip locked)
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Whether a code of this voucher and value is left. */
export async function hasVoucherCode(reader: Reader, { voucherKey, rupiah }: VoucherKind): Promise<boolean> {
  const row = await reader
    .selectFrom("voucher_code")
    .select("id")
    .where("voucherKey", "=", voucherKey)
    .where("rupiah", "=", rupiah)
    .where("borrowerId", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** More codes than this are not counted. */
const maxCounted = 10_000;

/** How many codes of this voucher and value are left. */
export async function remainingVoucherCodes(reader: Reader, { voucherKey, rupiah }: VoucherKind): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from (
      select 1 from voucher_code where voucher_key = ${voucherKey} and rupiah = ${rupiah} and borrower_id is null limit ${maxCounted}) as free`.execute(
    reader,
  );
  return rows[0]!.left;
}

/** The code of an award, for its owner; null without one. */
export async function voucherCodeOf(
  { keys }: Pick<Services, "keys">,
  reader: Reader,
  { borrowerId, awardId }: { borrowerId: string; awardId: string },
): Promise<string | null> {
  const row = await reader
    .selectFrom("voucher_code")
    .select(["id", "codeSealed"])
    .where("awardId", "=", awardId)
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  return row ? keys.open(row.codeSealed, place(row.id)) : null;
}

export interface VoucherStock {
  voucherKey: string;
  /** Face value, in whole rupiah; null for codes from before values were stored, which are not given. */
  valueRupiah: number | null;
  left: number;
  given: number;
}

export async function voucherStock(reader: Reader): Promise<VoucherStock[]> {
  const rows = await reader
    .selectFrom("voucher_code")
    .select(({ fn }) => [
      "voucherKey",
      "rupiah",
      fn.countAll<number>().as("all"),
      fn.count<number>("borrowerId").as("given"),
    ])
    .groupBy(["voucherKey", "rupiah"])
    .orderBy("voucherKey")
    .orderBy("rupiah")
    .execute();
  return rows.map((row) => ({
    voucherKey: row.voucherKey,
    valueRupiah: row.rupiah,
    left: row.all - row.given,
    given: row.given,
  }));
}
