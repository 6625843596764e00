/** The mobile number that a borrower proves with, and the owner of a number. */
import { riskDays } from "#shared/promised-times.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

type Executor = Reader;
const place = (borrowerId: string) => ({ table: "verified_number", column: "mobile_number_sealed", row: borrowerId });

export const numberIndexOf = (services: Services, mobileNumber: string): string =>
  services.keys.blindIndex("mobile", mobileNumber);

/** The borrower to whom a number (`08…`) belongs; null when it is free. */
export async function ownerOfNumber(services: Services, trx: Executor, mobileNumber: string): Promise<string | null> {
  const row = await trx
    .selectFrom("verified_number_owner")
    .select("borrower_id")
    .where("number_index", "=", numberIndexOf(services, mobileNumber))
    .executeTakeFirst();
  return row?.borrower_id ?? null;
}

/** The borrower's number, `08…`; null where the account was closed. */
export async function numberOf(services: Services, trx: Executor, borrowerId: string): Promise<string | null> {
  services.keys.borrowerKeys.ahead(trx, borrowerId);
  const row = await trx
    .selectFrom("verified_number")
    .select("mobile_number_sealed")
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  return row ? services.keys.borrowerKeys.open(trx, borrowerId, row.mobile_number_sealed, place(borrowerId)) : null;
}

/** The mark of a borrower's number in links sent to it, and since when the number is theirs; null when the account was closed. */
export async function markOfNumber(
  services: Services,
  reader: Executor,
  borrowerId: string,
): Promise<{ mark: string; since: Date } | null> {
  const row = await reader
    .selectFrom("verified_number")
    .select(["number_index", "verified_at"])
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  return row ? { mark: services.keys.mac("link-number", row.number_index).slice(0, 16), since: row.verified_at } : null;
}

/** Whether this is the borrower's own number, without opening anything. */
export async function isOwnNumber(trx: Executor, borrowerId: string, numberIndex: string): Promise<boolean> {
  const row = await trx
    .selectFrom("verified_number")
    .select("borrower_id")
    .where("borrower_id", "=", borrowerId)
    .where("number_index", "=", numberIndex)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives a proven number to a borrower, in place of the former one; false when it belongs to another person, or is
 * reserved for another account that had it. Of two concurrent callers, one wins.
 */
export async function claimNumber(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  mobileNumber: string,
): Promise<boolean> {
  const number_index = numberIndexOf(services, mobileNumber);
  const owner = await trx
    .insertInto("verified_number_owner")
    .values({ number_index, borrower_id: borrowerId })
    .onConflict((conflict) => conflict.column("number_index").doUpdateSet({ number_index }))
    .returning("borrower_id")
    .executeTakeFirstOrThrow();
  if (owner.borrower_id !== borrowerId) return false;
  // Checked after the insert: an account that gave the number up a moment ago has reserved it by then.
  const reserved = await reservationOf(services, trx, mobileNumber);
  if (reserved && reserved.borrowerId !== borrowerId) {
    await freeNumber(trx, borrowerId, number_index);
    return false;
  }
  await freeOld(services, trx, borrowerId, number_index);
  const mobile_number_sealed = await services.keys.borrowerKeys.seal(trx, borrowerId, mobileNumber, place(borrowerId));
  const change = { number_index, mobile_number_sealed, verified_at: services.clock.now() };
  await trx
    .insertInto("verified_number")
    .values({ borrower_id: borrowerId, ...change })
    .onConflict((conflict) => conflict.column("borrower_id").doUpdateSet(change))
    .execute();
  return true;
}

/** Sets the borrower's number free: the account was closed or merged. */
export async function releaseNumber(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  await freeOld(services, trx, borrowerId, null);
  await trx.deleteFrom("verified_number").where("borrower_id", "=", borrowerId).execute();
}

/** Releases the borrower's earlier number, unless it is the one to keep. Found by the borrower's row, so that each table is read by its own key. */
async function freeOld(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  keepIndex: string | null,
): Promise<void> {
  const old = await trx
    .selectFrom("verified_number")
    .select("number_index")
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  if (!old || old.number_index === keepIndex) return;
  await freeNumber(trx, borrowerId, old.number_index);
  await trx
    .insertInto("verified_number_past")
    .values({
      borrower_id: borrowerId,
      number_index: old.number_index,
      ended_at: services.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const freeNumber = (trx: Transaction, borrowerId: string, numberIndex: string) =>
  trx
    .deleteFrom("verified_number_owner")
    .where("number_index", "=", numberIndex)
    .where("borrower_id", "=", borrowerId)
    .execute();

/** Reserves the number (`08…`) that an account has given up in this transaction; a person who proves it may object to a security event of the account. */
export async function reserveFormer(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  mobileNumber: string,
  { until, contestEventId }: { until: Date; contestEventId: string },
): Promise<void> {
  const ofNumber = { borrower_id: borrowerId, number_index: numberIndexOf(services, mobileNumber) };
  await trx
    .updateTable("verified_number_past")
    .set({ reserved_until: until, contest_event_id: contestEventId })
    .where((row) => row.and(ofNumber))
    // The clock has advanced since: the newest end is the one of this transaction.
    .where("ended_at", "=", (row) =>
      row
        .selectFrom("verified_number_past as past")
        .select(({ fn }) => fn.max("past.ended_at").as("newest"))
        .where((past) => past.and(ofNumber)),
    )
    .execute();
}

export interface Reservation {
  /** The account that had it. */
  borrowerId: string;
  replacedAt: Date;
  contestEventId: string | null;
}

/** The former owner of a number (`08…`) that is reserved now; null for any other number. */
export async function reservationOf(
  services: Services,
  reader: Executor,
  mobileNumber: string,
): Promise<Reservation | null> {
  const row = await reader
    .selectFrom("verified_number_past")
    .select(["borrower_id", "ended_at", "contest_event_id"])
    .where("number_index", "=", numberIndexOf(services, mobileNumber))
    .where("reserved_until", ">", services.clock.now())
    .orderBy("ended_at", "desc")
    .executeTakeFirst();
  return row ? { borrowerId: row.borrower_id, replacedAt: row.ended_at, contestEventId: row.contest_event_id } : null;
}

/** Whether a number was another account's within the 180 days for which this is kept. */
export async function wasAnotherAccounts(
  services: Services,
  reader: Executor,
  mobileNumber: string,
  borrowerId: string,
): Promise<boolean> {
  const row = await reader
    .selectFrom("verified_number_past")
    .select("borrower_id")
    .where("number_index", "=", numberIndexOf(services, mobileNumber))
    .where("borrower_id", "<>", borrowerId)
    .where("ended_at", ">", new Date(services.clock.now().getTime() - pastDays * 86_400_000))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this account has a number (`08…`), or had it within the 180 days for which that is kept. */
export async function hadNumber(
  services: Services,
  reader: Executor,
  borrowerId: string,
  mobileNumber: string,
): Promise<boolean> {
  const numberIndex = numberIndexOf(services, mobileNumber);
  if (await isOwnNumber(reader, borrowerId, numberIndex)) return true;
  const past = await reader
    .selectFrom("verified_number_past")
    .select("borrower_id")
    .where("borrower_id", "=", borrowerId)
    .where("number_index", "=", numberIndex)
    .executeTakeFirst();
  return past !== undefined;
}

/** The network (as a blind index) from which a number (`08…`) was last proven for a login; null where that is not known any more. */
export async function networkOfNumber(
  services: Services,
  reader: Executor,
  mobileNumber: string,
): Promise<string | null> {
  const row = await reader
    .selectFrom("verification_challenge")
    .select("network_index")
    .where("number_index", "=", numberIndexOf(services, mobileNumber))
    .where("purpose", "=", "LOGIN")
    .where("consumed_at", "is not", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.network_index ?? null;
}

/** Days for which a number's former account is remembered. // Product decisions account 4 */
export const pastDays = riskDays.number;
