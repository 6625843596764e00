/** All SQL of consents. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Consent as Row } from "#server/database.types.ts";
import type { Language } from "#shared/texts.ts";
import type { ConsentKind, ConsentState, Stopped } from "../contract.ts";
import { consentLife } from "./lifecycle.ts";

export interface ConsentTextVersion {
  hash: string;
  key: string;
  version: number;
  language: Language;
}

/** A consent with the fields of its receipt. */
export interface Consent {
  id: string;
  borrowerId: string;
  kind: ConsentKind;
  subject: string;
  state: ConsentState;
  text: ConsentTextVersion;
  givenAt: Date;
  /** The program's name: `Chrome 140, Android 15`. */
  device: string;
  until: Date | null;
  endedAt: Date | null;
  dueAt: Date | null;
  finishedAt: Date | null;
  stopped: Stopped[];
}

type Joined = Selectable<Row> & { textKey: string; version: number; language: string };
const consentOf = (row: Joined): Consent => ({
  id: row.id,
  borrowerId: row.borrowerId,
  kind: row.kind as ConsentKind,
  subject: row.subject,
  state: row.state as ConsentState,
  text: { hash: row.textHash, key: row.textKey, version: row.version, language: row.language as Language },
  givenAt: row.givenAt,
  device: row.device,
  until: row.until,
  endedAt: row.endedAt,
  dueAt: row.dueAt,
  finishedAt: row.finishedAt,
  stopped: row.stopped as unknown as Stopped[],
});

const joined = (reader: Reader) =>
  reader
    .selectFrom("consent")
    .innerJoin("consent_text", "consent_text.textHash", "consent.textHash")
    .selectAll("consent")
    .select(["consent_text.textKey", "consent_text.version", "consent_text.language"]);

export async function readConsentText(reader: Reader, hash: string): Promise<{ title: string; markdown: string }> {
  return reader
    .selectFrom("consent_text")
    .select(["title", "markdown"])
    .where("textHash", "=", hash)
    .executeTakeFirstOrThrow();
}

/**
 * Adds a consent in force and stores its text by hash, in one statement; false when one of this kind and subject
 * exists, which is then visible to the next statement.
 */
export async function addBorrowerConsent(
  trx: Transaction,
  consent: Pick<Consent, "id" | "borrowerId" | "kind" | "subject" | "givenAt" | "device" | "until" | "text">,
  words: { title: string; markdown: string },
): Promise<boolean> {
  const { text } = consent;
  const added = await trx
    .with("kept", (db) =>
      db
        .insertInto("consent_text")
        .values({
          textHash: text.hash,
          textKey: text.key,
          version: text.version,
          language: text.language,
          title: words.title,
          markdown: words.markdown,
        })
        .onConflict((conflict) => conflict.column("textHash").doNothing()),
    )
    .insertInto("consent")
    .values({
      borrowerId: consent.borrowerId,
      id: consent.id,
      kind: consent.kind,
      subject: consent.subject,
      textHash: text.hash,
      givenAt: consent.givenAt,
      device: consent.device,
      until: consent.until,
      state: "STANDING",
    })
    .onConflict((conflict) =>
      conflict.columns(["borrowerId", "kind", "subject"]).where("state", "=", "STANDING").doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** The consent in force, locked until the transaction ends. */
export async function lockConsentInForce(
  trx: Transaction,
  borrowerId: string,
  kind: ConsentKind,
  subject: string,
): Promise<Consent | null> {
  const row = await joined(trx)
    .where("consent.borrowerId", "=", borrowerId)
    .where("consent.kind", "=", kind)
    .where("consent.subject", "=", subject)
    .where("consent.state", "=", "STANDING")
    .forUpdate("consent")
    .executeTakeFirst();
  return row ? consentOf(row) : null;
}

/** An advisory lock until the transaction ends, against switching this kind off twice: there may be no row to lock yet. */
export async function lockSwitch(trx: Transaction, borrowerId: string, kind: ConsentKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`consent:${kind}:${borrowerId}`}, 0))`.execute(trx);
}

/** The consent in force, without a lock. */
export async function findConsentInForce(
  reader: Reader,
  borrowerId: string,
  kind: ConsentKind,
  subject: string,
): Promise<Consent | null> {
  const row = await joined(reader)
    .where("consent.borrowerId", "=", borrowerId)
    .where("consent.kind", "=", kind)
    .where("consent.subject", "=", subject)
    .where("consent.state", "=", "STANDING")
    .executeTakeFirst();
  return row ? consentOf(row) : null;
}

export async function findBorrowerConsent(reader: Reader, borrowerId: string, id: string): Promise<Consent | null> {
  const row = await joined(reader)
    .where("consent.borrowerId", "=", borrowerId)
    .where("consent.id", "=", id)
    .executeTakeFirst();
  return row ? consentOf(row) : null;
}

/** Found by its number alone, for holders of a receipt. */
export async function locateConsent(reader: Reader, id: string): Promise<Consent | null> {
  const row = await joined(reader).where("consent.id", "=", id).executeTakeFirst();
  return row ? consentOf(row) : null;
}

/** All consents of a borrower, those in force first, then the newest. They are few: one for each text agreed to. */
export async function consentsOf(
  reader: Reader,
  borrowerId: string,
  only?: { kind: ConsentKind; states: readonly ConsentState[] },
): Promise<Consent[]> {
  let query = joined(reader).where("consent.borrowerId", "=", borrowerId);
  if (only) query = query.where("consent.kind", "=", only.kind).where("consent.state", "in", only.states);
  const rows = await query
    .orderBy(sql`consent.state <> 'STANDING'`)
    .orderBy("consent.id", "desc")
    .limit(maxListed)
    .execute();
  return rows.map(consentOf);
}
const maxListed = 500;

/** Ends a consent in force; false when another change came first. */
export async function endConsent(
  trx: Transaction,
  borrowerId: string,
  id: string,
  { state: to, at, dueAt }: { state: Exclude<ConsentState, "STANDING">; at: Date; dueAt: Date | null },
): Promise<boolean> {
  const set = { endedAt: at, dueAt };
  return (await consentLife.step(trx, { borrowerId, id, from: ["STANDING"], to, set })) !== null;
}

/** Ids of all consents of a kind and subject: each may have a key under which something is sealed. */
export async function idsOfKind(
  reader: Reader,
  borrowerId: string,
  kind: ConsentKind,
  subject: string,
): Promise<string[]> {
  const rows = await reader
    .selectFrom("consent")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .execute();
  return rows.map(({ id }) => id);
}

export async function noteStopped(trx: Transaction, borrowerId: string, id: string, stopped: Stopped[]): Promise<void> {
  await trx
    .updateTable("consent")
    .set({ stopped: JSON.stringify(stopped) })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}

/** Records that everything that depended on it has stopped. */
export async function noteFinished(trx: Reader, borrowerId: string, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("consent")
    .set({ finishedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("finishedAt", "is", null)
    .execute();
}

/** Ended consents whose processing outside has not stopped, the most urgent first. */
export async function unfinishedConsents(reader: Reader, max: number): Promise<Consent[]> {
  const rows = await joined(reader)
    .where("consent.dueAt", "is not", null)
    .where("consent.finishedAt", "is", null)
    .orderBy("consent.dueAt")
    .limit(max)
    .execute();
  return rows.map(consentOf);
}

/** Marks one as reported late; false when it was marked before. */
export async function noteAlarm(reader: Reader, borrowerId: string, id: string, now: Date): Promise<boolean> {
  const row = await reader
    .updateTable("consent")
    .set({ alarmedAt: now })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("alarmedAt", "is", null)
    .where("dueAt", "<=", now)
    .where("finishedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Consents in force whose time has passed. */
export async function overdueConsents(reader: Reader, now: Date, max: number): Promise<Consent[]> {
  const rows = await joined(reader)
    .where("consent.state", "=", "STANDING")
    .where("consent.until", "<=", now)
    .orderBy("consent.until")
    .limit(max)
    .execute();
  return rows.map(consentOf);
}
