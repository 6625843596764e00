/** All SQL of emergency contacts. Name and number are sealed with the borrower's own key. */
import { sealedColumn } from "#server/records/rows.ts";
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Relationship } from "../contract.ts";
import { askedNumberDays, maxContacts, type ContactConsent } from "../contact-contract.ts";

interface Sealed {
  name: string;
  mobileNumber: string;
}
export interface EmergencyContactRow extends Sealed {
  id: string;
  relationship: Relationship;
  consent: ContactConsent;
  askedAt: Date | null;
  askedCount: number;
  /** Time of the next try to send the first question. */
  askAt: Date | null;
  mobileIndex: string;
}

const sealedPerson = sealedColumn<Sealed>("emergency_contact", "personSealed");

export async function listContactRows(
  services: Services,
  trx: Reader,
  borrowerId: string,
): Promise<EmergencyContactRow[]> {
  const rows = await trx
    .selectFrom("emergency_contact")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("slot", "is not", null)
    .orderBy("id")
    .execute();
  if (rows.length === 0) return [];
  const cipher = await services.keys.borrowerKeys.cipher(trx, borrowerId);
  return rows.map((row) => ({
    id: row.id,
    ...sealedPerson.open(cipher, row.id, row.personSealed),
    relationship: row.relationship as Relationship,
    consent: row.consent as ContactConsent,
    askedAt: row.askedAt,
    askedCount: row.askedCount,
    askAt: row.askAt,
    mobileIndex: row.mobileIndex,
  }));
}

/** Adds a contact in the lowest free slot. `KNOWN`: the number is among them; `REFUSED`: its owner refused before; `FULL`: there are three. */
export async function addContactRow(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  person: Sealed & { relationship: Relationship },
): Promise<{ id: string } | "FULL" | "KNOWN" | "REFUSED"> {
  const mobileIndex = services.keys.blindIndex("mobile", person.mobileNumber);
  for (let slot = 1; slot <= maxContacts; slot++) {
    const id = services.random.uuid();
    const sealed: Sealed = { name: person.name, mobileNumber: person.mobileNumber };
    const row = await trx
      .insertInto("emergency_contact")
      .values({
        borrowerId,
        id,
        slot,
        personSealed: await sealedPerson.sealOf(services.keys.borrowerKeys, trx, borrowerId, id, sealed),
        mobileIndex,
        relationship: person.relationship,
        createdAt: services.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) return row;
    const same = await trx
      .selectFrom("emergency_contact")
      .select("slot")
      .where("borrowerId", "=", borrowerId)
      .where("mobileIndex", "=", mobileIndex)
      .executeTakeFirst();
    if (same) return same.slot === null ? "REFUSED" : "KNOWN";
  }
  return "FULL";
}

/** Removes a contact; one that refused stays known, so that it is not asked again. False when there is none to remove. */
export async function removeContactRow(trx: Transaction, borrowerId: string, id: string): Promise<boolean> {
  const deletion = trx
    .deleteFrom("emergency_contact")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("slot", "is not", null);
  const removed = await deletion.where("consent", "<>", "REFUSED").returning("id").executeTakeFirst();
  if (removed) return true;
  const hidden = await trx
    .updateTable("emergency_contact")
    .set({ slot: null, askAt: null })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("slot", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return hidden !== undefined;
}

/** Claims one more request to a contact without an answer: at most `most` in all, the last one before `notAskedSince`. */
export async function claimConsentRequest(
  trx: Transaction,
  borrowerId: string,
  id: string,
  rule: { now: Date; most: number; notAskedSince: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable("emergency_contact")
    .set({ askedAt: rule.now, askedCount: sql<number>`asked_count + 1`, askAt: null })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("consent", "=", "PENDING")
    .where("askedCount", "<", rule.most)
    .where((where) => where.or([where("askedAt", "is", null), where("askedAt", "<=", rule.notAskedSince)]))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records a request to a number, and returns how many were sent before: for the borrower since the instant and in
 * total, and to the number within its days. Of two concurrent ones, the second counts the first.
 */
export async function recordConsentRequest(
  services: Services,
  trx: Transaction,
  { borrowerId, mobileIndex, since }: { borrowerId: string; mobileIndex: string; since: Date },
): Promise<{ today: number; inAll: number; ofNumber: number }> {
  const now = services.clock.now();
  await trx
    .selectFrom("emergency_contact")
    .select("id")
    .where("mobileIndex", "=", mobileIndex)
    .orderBy("borrowerId")
    .orderBy("id")
    .forUpdate()
    .execute();
  const own = await trx
    .selectFrom("contact_asking")
    .select((row) => [
      row.fn.countAll<string>().as("inAll"),
      row.fn.countAll<string>().filterWhere("askedAt", ">=", since).as("today"),
    ])
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirstOrThrow();
  const ofNumber = await trx
    .selectFrom("contact_asking")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("mobileIndex", "=", mobileIndex)
    .where("askedAt", ">", new Date(now.getTime() - askedNumberDays * 86_400_000))
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("contact_asking")
    .values({ borrowerId, id: services.random.uuid(), mobileIndex, askedAt: now })
    .execute();
  return { today: Number(own.today), inAll: Number(own.inAll), ofNumber: Number(ofNumber.count) };
}

/** When a request that was never sent is tried again; null: never. */
export async function writeAskAt(trx: Reader, borrowerId: string, id: string, at: Date | null): Promise<void> {
  await trx
    .updateTable("emergency_contact")
    .set({ askAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("askedAt", "is", null)
    .execute();
}

/** Contacts that wait to be asked by now, the longest waiting first. */
export const dueConsentRequests = (
  reader: Reader,
  now: Date,
  max: number,
): Promise<{ borrowerId: string; id: string }[]> =>
  reader
    .selectFrom("emergency_contact")
    .select(["borrowerId", "id"])
    .where("askAt", "<=", now)
    .orderBy("askAt")
    .limit(max)
    .execute();

/** Writes a contact's own answer; false where the contact was removed. */
export async function writeConsent(
  trx: Transaction,
  borrowerId: string,
  id: string,
  consent: "GIVEN" | "REFUSED",
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable("emergency_contact")
    .set({ consent, answeredAt: now, askAt: null })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("slot", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
