/** The mobile number that a borrower proves with, and the owner of a number. */
import { riskDays } from "#shared/promised-times.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

type Executor = Reader;
const place = (borrowerId: string) => ({ table: "verified_number", column: "mobileNumberSealed", row: borrowerId });

export const numberIndexOf = (services: Services, mobileNumber: string): string =>
  services.keys.blindIndex("mobile", mobileNumber);

/** The borrower to whom a number (`08…`) belongs; null when it is free. */
export async function ownerOfNumber(services: Services, trx: Executor, mobileNumber: string): Promise<string | null> {
  const row = await trx
    .selectFrom("verified_number_owner")
    .select("borrowerId")
    .where("numberIndex", "=", numberIndexOf(services, mobileNumber))
    .executeTakeFirst();
  return row?.borrowerId ?? null;
}

/** The borrower's number, `08…`; null where the account was closed. */
export async function numberOf(services: Services, trx: Executor, borrowerId: string): Promise<string | null> {
  services.keys.borrowerKeys.ahead(trx, borrowerId);
  const row = await trx
    .selectFrom("verified_number")
    .select("mobileNumberSealed")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  return row ? services.keys.borrowerKeys.open(trx, borrowerId, row.mobileNumberSealed, place(borrowerId)) : null;
}

/** The mark of a borrower's number in links sent to it, and since when the number is theirs; null when the account was closed. */
export async function markOfNumber(
  services: Services,
  reader: Executor,
  borrowerId: string,
): Promise<{ mark: string; since: Date } | null> {
  const row = await reader
    .selectFrom("verified_number")
    .select(["numberIndex", "verifiedAt"])
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  return row ? { mark: services.keys.mac("link-number", row.numberIndex).slice(0, 16), since: row.verifiedAt } : null;
}

/** Whether this is the borrower's own number, without opening anything. */
export async function isOwnNumber(trx: Executor, borrowerId: string, numberIndex: string): Promise<boolean> {
  const row = await trx
    .selectFrom("verified_number")
    .select("borrowerId")
    .where("borrowerId", "=", borrowerId)
    .where("numberIndex", "=", numberIndex)
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
  const numberIndex = numberIndexOf(services, mobileNumber);
  const owner = await trx
    .insertInto("verified_number_owner")
    .values({ numberIndex, borrowerId })
    .onConflict((conflict) => conflict.column("numberIndex").doUpdateSet({ numberIndex }))
    .returning("borrowerId")
    .executeTakeFirstOrThrow();
  if (owner.borrowerId !== borrowerId) return false;
  // Checked after the insert: an account that gave the number up a moment ago has reserved it by then.
  const reserved = await reservationOf(services, trx, mobileNumber);
  if (reserved && reserved.borrowerId !== borrowerId) {
    await freeNumber(trx, borrowerId, numberIndex);
    return false;
  }
  await freeOld(services, trx, borrowerId, numberIndex);
  const mobileNumberSealed = await services.keys.borrowerKeys.seal(trx, borrowerId, mobileNumber, place(borrowerId));
  const change = { numberIndex, mobileNumberSealed, verifiedAt: services.clock.now() };
  await trx
    .insertInto("verified_number")
    .values({ borrowerId, ...change })
    .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet(change))
    .execute();
  return true;
}

/** Sets the borrower's number free: the account was closed or merged. */
export async function releaseNumber(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  await freeOld(services, trx, borrowerId, null);
  await trx.deleteFrom("verified_number").where("borrowerId", "=", borrowerId).execute();
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
    .select("numberIndex")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  if (!old || old.numberIndex === keepIndex) return;
  await freeNumber(trx, borrowerId, old.numberIndex);
  await trx
    .insertInto("verified_number_past")
    .values({
      borrowerId,
      numberIndex: old.numberIndex,
      endedAt: services.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const freeNumber = (trx: Transaction, borrowerId: string, numberIndex: string) =>
  trx
    .deleteFrom("verified_number_owner")
    .where("numberIndex", "=", numberIndex)
    .where("borrowerId", "=", borrowerId)
    .execute();

/** Reserves the number (`08…`) that an account has given up in this transaction; a person who proves it may object to a security event of the account. */
export async function reserveFormer(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  mobileNumber: string,
  { until, contestEventId }: { until: Date; contestEventId: string },
): Promise<void> {
  const ofNumber = { borrowerId, numberIndex: numberIndexOf(services, mobileNumber) };
  await trx
    .updateTable("verified_number_past")
    .set({ reservedUntil: until, contestEventId })
    .where((row) => row.and(ofNumber))
    // The clock has advanced since: the newest end is the one of this transaction.
    .where("endedAt", "=", (row) =>
      row
        .selectFrom("verified_number_past as past")
        .select(({ fn }) => fn.max("past.endedAt").as("newest"))
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
    .select(["borrowerId", "endedAt", "contestEventId"])
    .where("numberIndex", "=", numberIndexOf(services, mobileNumber))
    .where("reservedUntil", ">", services.clock.now())
    .orderBy("endedAt", "desc")
    .executeTakeFirst();
  return row ? { borrowerId: row.borrowerId, replacedAt: row.endedAt, contestEventId: row.contestEventId } : null;
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
    .select("borrowerId")
    .where("numberIndex", "=", numberIndexOf(services, mobileNumber))
    .where("borrowerId", "<>", borrowerId)
    .where("endedAt", ">", new Date(services.clock.now().getTime() - pastDays * 86_400_000))
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
    .select("borrowerId")
    .where("borrowerId", "=", borrowerId)
    .where("numberIndex", "=", numberIndex)
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
    .select("networkIndex")
    .where("numberIndex", "=", numberIndexOf(services, mobileNumber))
    .where("purpose", "=", "LOGIN")
    .where("consumedAt", "is not", null)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.networkIndex ?? null;
}

/** Days for which a number's former account is remembered. // Product decisions account 4 */
export const pastDays = riskDays.number;
