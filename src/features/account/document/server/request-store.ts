/** All SQL of documents that are asked for again. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { openRows } from "./open-rows.ts";
import type { AskReason, DocumentKind, DocumentRequestState } from "../contract.ts";

export interface DocumentRequestRow {
  borrowerId: string;
  id: string;
  subjectId: string;
  kinds: DocumentKind[];
  reasons: AskReason[];
  noteSealed: string | null;
  state: DocumentRequestState;
  askedAt: Date;
  dueAt: Date;
  endedAt: Date | null;
}

const columns = [
  "borrower_id as borrowerId",
  "id",
  "subject_id as subjectId",
  "kinds",
  "reasons",
  "note_sealed as noteSealed",
  "state",
  "asked_at as askedAt",
  "due_at as dueAt",
  "ended_at as endedAt",
] as const;
const rowOf = (row: { state: string; kinds: string[]; reasons: string[] }): DocumentRequestRow =>
  row as unknown as DocumentRequestRow;

export const {
  find: findRequest,
  newest: newestRequest,
  due: dueRequests,
} = openRows<DocumentRequestRow>("document_request", columns, "asked_at");

export async function insertRequest(
  trx: Transaction,
  row: Omit<DocumentRequestRow, "state" | "endedAt"> & { remindAt: Date },
): Promise<void> {
  await trx
    .insertInto("document_request")
    .values({
      borrower_id: row.borrowerId,
      id: row.id,
      subject_id: row.subjectId,
      kinds: row.kinds,
      reasons: row.reasons,
      note_sealed: row.noteSealed,
      state: "OPEN",
      asked_at: row.askedAt,
      remind_at: row.remindAt,
      due_at: row.dueAt,
    })
    .execute();
}

/** Requests of one case, the oldest first; a case may ask twice at most. */
export async function requestsOfSubject(
  reader: Reader,
  borrowerId: string,
  subjectId: string,
): Promise<DocumentRequestRow[]> {
  const rows = await reader
    .selectFrom("document_request")
    .select(columns)
    .where("borrower_id", "=", borrowerId)
    .where("subject_id", "=", subjectId)
    .orderBy("asked_at")
    .execute();
  return rows.map(rowOf);
}

/** Takes open requests that are due for a reminder, each once; concurrent processes take different rows. */
export async function takeToRemind(trx: Transaction, now: Date, max: number): Promise<DocumentRequestRow[]> {
  const due = await trx
    .selectFrom("document_request")
    .select(columns)
    .where("state", "=", "OPEN")
    .where("remind_at", "<=", now)
    .orderBy("remind_at")
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { borrowerId, id } of due)
    await trx
      .updateTable("document_request")
      .set({ remind_at: null })
      .where("borrower_id", "=", borrowerId)
      .where("id", "=", id)
      .execute();
  return due.map(rowOf);
}

/** Kinds of which a photo or, of OTHER_TEXT, words came at or after an instant. */
export async function kindsGivenSince(reader: Reader, borrowerId: string, since: Date): Promise<Set<string>> {
  const photos = await reader
    .selectFrom("document")
    .select("kind")
    .distinct()
    .where("borrower_id", "=", borrowerId)
    .where("uploaded_at", ">=", since)
    .execute();
  const notes = await reader
    .selectFrom("document_note")
    .select("kind")
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", "OTHER_TEXT")
    .where("written_at", ">=", since)
    .execute();
  return new Set([...photos, ...notes].map(({ kind }) => kind));
}
