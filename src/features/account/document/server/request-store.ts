/** All SQL of documents that are asked for again. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { openRows } from "./open-rows.ts";
import type { DocumentRequestReason, DocumentKind, DocumentRequestState } from "../contract.ts";

export interface DocumentRequestRow {
  borrowerId: string;
  id: string;
  subjectId: string;
  kinds: DocumentKind[];
  reasons: DocumentRequestReason[];
  noteSealed: string | null;
  state: DocumentRequestState;
  askedAt: Date;
  dueAt: Date;
  endedAt: Date | null;
}

const columns = [
  "borrowerId as borrowerId",
  "id",
  "subjectId as subjectId",
  "kinds",
  "reasons",
  "noteSealed as noteSealed",
  "state",
  "askedAt as askedAt",
  "dueAt as dueAt",
  "endedAt as endedAt",
] as const;
const rowOf = (row: { state: string; kinds: string[]; reasons: string[] }): DocumentRequestRow =>
  row as unknown as DocumentRequestRow;

export const {
  find: findDocumentRequest,
  newest: newestDocumentRequest,
  due: dueDocumentRequests,
} = openRows<DocumentRequestRow>("document_request", columns, "askedAt");

export async function insertDocumentRequest(
  trx: Transaction,
  row: Omit<DocumentRequestRow, "state" | "endedAt"> & { remindAt: Date },
): Promise<void> {
  await trx
    .insertInto("document_request")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      subjectId: row.subjectId,
      kinds: row.kinds,
      reasons: row.reasons,
      noteSealed: row.noteSealed,
      state: "OPEN",
      askedAt: row.askedAt,
      remindAt: row.remindAt,
      dueAt: row.dueAt,
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
    .where("borrowerId", "=", borrowerId)
    .where("subjectId", "=", subjectId)
    .orderBy("askedAt")
    .execute();
  return rows.map(rowOf);
}

/** Takes open requests that are due for a reminder, each once; concurrent processes take different rows. */
export async function takeToRemind(trx: Transaction, now: Date, max: number): Promise<DocumentRequestRow[]> {
  const due = await trx
    .selectFrom("document_request")
    .select(columns)
    .where("state", "=", "OPEN")
    .where("remindAt", "<=", now)
    .orderBy("remindAt")
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { borrowerId, id } of due)
    await trx
      .updateTable("document_request")
      .set({ remindAt: null })
      .where("borrowerId", "=", borrowerId)
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
    .where("borrowerId", "=", borrowerId)
    .where("uploadedAt", ">=", since)
    .execute();
  const notes = await reader
    .selectFrom("document_note")
    .select("kind")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", "OTHER_TEXT")
    .where("writtenAt", ">=", since)
    .execute();
  return new Set([...photos, ...notes].map(({ kind }) => kind));
}
