/** All SQL of e-mail addresses. Every function takes the transaction (or the database, for reads) first. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { Services } from "#server/services.ts";
import type { MailingCategory } from "#features/platform/notice/contract.ts";

export type EmailAccountRow = Selectable<DB["email_account"]>;
export type EmailRequestRow = Selectable<DB["email_request"]>;
export type EmailMailRow = Selectable<DB["email_mail"]>;

const openStates = ["PENDING_VERIFICATION", "VERIFYING"] as const;
const accountPlace = (borrowerId: string) => ({ table: "email_account", column: "addressSealed", row: borrowerId });
const requestPlace = (id: string) => ({ table: "email_request", column: "addressSealed", row: id });

export const borrowerEmailIndexOf = ({ keys }: Pick<Services, "keys">, address: string): string =>
  keys.blindIndex("email", address);

/** The borrower's row, created if needed and locked until the transaction ends: a borrower's requests run one after the other. */
export async function lockEmailAccount(trx: Transaction, borrowerId: string): Promise<EmailAccountRow> {
  return trx
    .insertInto("email_account")
    .values({ borrowerId })
    .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet({ borrowerId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findEmailAccount(reader: Reader, borrowerId: string): Promise<EmailAccountRow | undefined> {
  return reader.selectFrom("email_account").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirst();
}

/** The address in force, in lower case; null where there is none. */
export async function emailAddressOf(
  services: Services,
  reader: Reader,
  account: EmailAccountRow,
): Promise<string | null> {
  const { borrowerId, addressSealed: sealed } = account;
  return sealed === null ? null : services.keys.borrowerKeys.open(reader, borrowerId, sealed, accountPlace(borrowerId));
}

/** Puts an address in force in place of the former one; null removes it. */
export async function writeAddress(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  proven: { address: string; requestId: string; at: Date } | null,
): Promise<void> {
  const set = proven
    ? {
        addressIndex: borrowerEmailIndexOf(services, proven.address),
        addressSealed: await services.keys.borrowerKeys.seal(trx, borrowerId, proven.address, accountPlace(borrowerId)),
        requestId: proven.requestId,
        verifiedAt: proven.at,
      }
    : { addressIndex: null, addressSealed: null, requestId: null, verifiedAt: null };
  await trx.updateTable("email_account").set(set).where("borrowerId", "=", borrowerId).execute();
}

/** Accounts in which an address is in force; more than this share no mailbox. */
const maxAccounts = 100;
export async function borrowersWith(reader: Reader, addressIndex: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("email_account")
    .select("borrowerId")
    .where("addressIndex", "=", addressIndex)
    .limit(maxAccounts)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** How many other accounts have this address in force, at most `most`. */
export async function countOthersWith(
  reader: Reader,
  borrowerId: string,
  addressIndex: string,
  most: number,
): Promise<number> {
  const rows = await reader
    .selectFrom("email_account")
    .select("borrowerId")
    .where("addressIndex", "=", addressIndex)
    .where("borrowerId", "<>", borrowerId)
    .limit(most)
    .execute();
  return rows.length;
}

export async function addRequest(
  services: Services,
  trx: Transaction,
  request: { borrowerId: string; id: string; address: string; at: Date; expiresAt: Date },
): Promise<EmailRequestRow> {
  const { borrowerId, id, address, at, expiresAt } = request;
  return trx
    .insertInto("email_request")
    .values({
      borrowerId,
      id,
      state: "PENDING_VERIFICATION",
      addressIndex: borrowerEmailIndexOf(services, address),
      addressSealed: await services.keys.borrowerKeys.seal(trx, borrowerId, address, requestPlace(id)),
      createdAt: at,
      expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findEmailRequest(
  reader: Reader,
  borrowerId: string,
  id: string,
): Promise<EmailRequestRow | undefined> {
  return reader
    .selectFrom("email_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The request that waits for the address owner's answer. */
export async function openEmailRequest(reader: Reader, borrowerId: string): Promise<EmailRequestRow | undefined> {
  return reader
    .selectFrom("email_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "in", openStates)
    .executeTakeFirst();
}

export async function newestEmailRequest(reader: Reader, borrowerId: string): Promise<EmailRequestRow | undefined> {
  return reader
    .selectFrom("email_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export const requestAddress = (services: Services, reader: Reader, request: EmailRequestRow): Promise<string> =>
  services.keys.borrowerKeys.open(reader, request.borrowerId, request.addressSealed, requestPlace(request.id));

/** The addresses that a borrower named since then, each with the newest time, the oldest first. */
export async function addressesSince(
  reader: Reader,
  borrowerId: string,
  since: Date,
): Promise<{ addressIndex: string; at: Date }[]> {
  const rows = await reader
    .selectFrom("email_request")
    .select(["addressIndex", sql<Date>`max(created_at)`.as("at")])
    .where("borrowerId", "=", borrowerId)
    .where("createdAt", ">", since)
    .groupBy("addressIndex")
    .orderBy("at")
    .execute();
  return rows.map((row) => ({ addressIndex: row.addressIndex, at: row.at }));
}

export async function dueEmailRequests(
  reader: Reader,
  now: Date,
  most: number,
): Promise<{ borrowerId: string; id: string }[]> {
  const rows = await reader
    .selectFrom("email_request")
    .select(["borrowerId", "id"])
    .where("state", "in", openStates)
    .where("expiresAt", "<=", now)
    .limit(most)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrowerId, id: row.id }));
}

export async function barEmailAddress(
  trx: Transaction,
  borrowerId: string,
  addressIndex: string,
  at: Date,
): Promise<void> {
  await trx
    .insertInto("email_barred")
    .values({ borrowerId, addressIndex, barredAt: at })
    .onConflict((conflict) => conflict.columns(["borrowerId", "addressIndex"]).doNothing())
    .execute();
}

export async function isBarred(reader: Reader, borrowerId: string, addressIndex: string): Promise<boolean> {
  const row = await reader
    .selectFrom("email_barred")
    .select("barredAt")
    .where("borrowerId", "=", borrowerId)
    .where("addressIndex", "=", addressIndex)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an address was proven to be this account's before. */
export async function wasProven(reader: Reader, borrowerId: string, addressIndex: string): Promise<boolean> {
  const row = await reader
    .selectFrom("email_request")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("addressIndex", "=", addressIndex)
    .where("state", "=", "VERIFIED")
    .executeTakeFirst();
  return row !== undefined;
}

export async function addEmailMail(
  trx: Transaction,
  mail: { borrowerId: string; id: string; requestId: string; language: string; brandId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto("email_mail")
    .values({
      borrowerId: mail.borrowerId,
      id: mail.id,
      requestId: mail.requestId,
      status: "WAITING",
      language: mail.language,
      brandId: mail.brandId,
      writtenAt: mail.at,
    })
    .execute();
}

export async function findMail(reader: Reader, id: string): Promise<EmailMailRow | undefined> {
  return reader.selectFrom("email_mail").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function endEmailMail(
  trx: Transaction,
  mail: Pick<EmailMailRow, "borrowerId" | "id">,
  status: "SENT" | "REJECTED" | "DROPPED",
  at: Date,
): Promise<void> {
  await trx
    .updateTable("email_mail")
    .set({ status, endedAt: at })
    .where("borrowerId", "=", mail.borrowerId)
    .where("id", "=", mail.id)
    .where("status", "=", "WAITING")
    .execute();
}

/** The mailings that the owner of an address has unsubscribed from. */
export async function unsubscribedOf(reader: Reader, addressIndex: string): Promise<MailingCategory[]> {
  const rows = await reader
    .selectFrom("email_unsubscribed")
    .select("category")
    .where("addressIndex", "=", addressIndex)
    .execute();
  return rows.map((row) => row.category as MailingCategory);
}

export async function addUnsubscribed(
  trx: Reader,
  addressIndex: string,
  categories: readonly MailingCategory[],
  at: Date,
): Promise<void> {
  await trx
    .insertInto("email_unsubscribed")
    .values(categories.map((category) => ({ addressIndex, category, unsubscribedAt: at })))
    .onConflict((conflict) => conflict.columns(["addressIndex", "category"]).doNothing())
    .execute();
}

export async function removeUnsubscribed(
  trx: Transaction,
  addressIndex: string,
  category: MailingCategory,
): Promise<void> {
  await trx
    .deleteFrom("email_unsubscribed")
    .where("addressIndex", "=", addressIndex)
    .where("category", "=", category)
    .execute();
}

/** Deletes up to `most` requests that ended before then and hold no address in force; returns their ids. */
export async function forgetRequests(trx: Transaction, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from email_request where (borrower_id, id) in (
      select r.borrower_id, r.id from email_request r
      where r.ended_at < ${before}
        and not exists (select 1 from email_account a where a.borrower_id = r.borrower_id and a.request_id = r.id)
      limit ${most} for update of r skip locked) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Deletes up to `most` mails written before then; returns how many. */
export async function forgetMails(trx: Transaction, before: Date, most: number): Promise<number> {
  const deleted = await sql`
    delete from email_mail where (borrower_id, id) in (
      select borrower_id, id from email_mail where written_at < ${before} limit ${most} for update skip locked)`.execute(
    trx,
  );
  return Number(deleted.numAffectedRows ?? 0);
}
