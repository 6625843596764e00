/** Documents requested again: by another domain for its own case, which is notified of the answer. // Spec account 8, docs/decisions/071 */
import { sql } from "kysely";
import { notify } from "#features/platform/notice/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { dateInWib } from "#shared/dates.ts";
import { documentAskHours, documentRemindHours } from "#shared/promised-times.ts";
import type { DocumentRequestReason, DocumentKind, DocumentRequestView } from "../contract.ts";
import { answerDocumentRequest, getDocumentRequest } from "../request-contract.ts";
import { documentsAnswered } from "./events.ts";
import { requestLife } from "./lifecycle.ts";
import { documentsAsked, documentsReminded } from "./notices.ts";
import { fillLinkFor } from "./questions.ts";
import {
  dueDocumentRequests,
  findDocumentRequest,
  insertDocumentRequest,
  kindsGivenSince,
  newestDocumentRequest,
  requestsOfSubject,
  takeToRemind,
  type DocumentRequestRow,
} from "./request-store.ts";

const hour = 3_600_000;
/** Requests of one round. */
const atOnce = 100;
const notePlace = (id: string) => ({ table: "document_request", column: "noteSealed", row: id });

export interface NewDocumentRequest {
  borrowerId: string;
  /** The case that waits for the answer, named in `documents.answered`. */
  subjectId: string;
  /** 1 to 3. */
  kinds: readonly DocumentKind[];
  reasons: readonly DocumentRequestReason[];
  /** Staff's note that the borrower reads. */
  note: string;
  actor: Actor;
}

/** Requests documents again in the transaction of the requesting case, and notifies the borrower. One request is open at a time. */
export async function requestDocuments(services: Services, trx: Transaction, input: NewDocumentRequest): Promise<void> {
  const { borrowerId, subjectId, note, actor } = input;
  const [kinds, reasons] = [[...new Set(input.kinds)], [...new Set(input.reasons)]];
  const id = services.random.uuid();
  const askedAt = services.clock.now();
  const dueAt = new Date(askedAt.getTime() + documentAskHours * hour);
  const noteSealed = note === "" ? null : await services.keys.borrowerKeys.seal(trx, borrowerId, note, notePlace(id));
  const remindAt = new Date(askedAt.getTime() + documentRemindHours * hour);
  await insertDocumentRequest(trx, { borrowerId, id, subjectId, kinds, reasons, noteSealed, askedAt, remindAt, dueAt });
  await requestLife.begin(trx, { id, borrowerId, actor, cause: "ASKED", at: askedAt });
  const linkId = (await services.ask(fillLinkFor)(services, trx, borrowerId)) ?? "";
  const values = { requestId: id, dueOn: dateInWib(dueAt), linkId };
  await notify(services, trx, documentsAsked, { id, borrowerId, values });
}

/** The requesting case is over: the request is withdrawn without an announcement. */
export async function withdrawDocumentRequest(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  subjectId: string,
): Promise<void> {
  for (const row of await requestsOfSubject(trx, borrowerId, subjectId))
    if (row.state === "OPEN") await end(services, trx, row, { to: "WITHDRAWN", actor: "SYSTEM", cause: "CASE_OVER" });
}

async function end(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: DocumentRequestRow,
  { to, actor, cause }: { to: "ANSWERED" | "EXPIRED" | "WITHDRAWN"; actor: Actor; cause: string },
): Promise<boolean> {
  const at = services.clock.now();
  return requestLife.move(trx, { id, borrowerId, from: ["OPEN"], to, actor, cause, at, set: { endedAt: at } });
}

/** Ends a request with an answer, or without one in time, and notifies the requesting case. False when it is over already. */
async function close(
  services: Services,
  trx: Transaction,
  row: DocumentRequestRow,
  to: "ANSWERED" | "EXPIRED",
): Promise<boolean> {
  const isGiven = to === "ANSWERED";
  const by = isGiven
    ? ({ actor: "BORROWER", cause: "SHOWN" } as const)
    : ({ actor: "SYSTEM", cause: "NOT_SHOWN" } as const);
  if (!(await end(services, trx, row, { to, ...by }))) return false;
  const { borrowerId, id: requestId, subjectId } = row;
  const about = { borrowerId, requestId, subjectId, isGiven };
  await services.events.announce(trx, documentsAnswered, {
    id: `answered_${requestId}`,
    at: services.clock.now(),
    ...about,
  });
  return true;
}

async function viewOf(services: Services, reader: Reader, row: DocumentRequestRow): Promise<DocumentRequestView> {
  const { borrowerId, id, noteSealed } = row;
  const given = await kindsGivenSince(reader, borrowerId, row.askedAt);
  const cipher = noteSealed === null ? null : await services.keys.borrowerKeys.cipher(reader, borrowerId);
  return {
    requestId: id,
    state: row.state,
    kinds: row.kinds.map((kind) => ({ kind, isGiven: given.has(kind) })),
    reasons: row.reasons,
    note: cipher && noteSealed !== null ? cipher.open(noteSealed, notePlace(id)) : "",
    askedAt: row.askedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** The requests of a case, oldest first, for staff whose right the caller has checked. */
export async function documentRequestsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  subjectId: string,
): Promise<DocumentRequestView[]> {
  const rows = await requestsOfSubject(reader, borrowerId, subjectId);
  return Promise.all(rows.map((row) => viewOf(services, reader, row)));
}

/** The kinds that an open request asks for and that were not shown since; none where no request is open. */
export async function documentsAskedNow(reader: Reader, borrowerId: string): Promise<DocumentKind[]> {
  const row = await newestDocumentRequest(reader, borrowerId);
  if (row?.state !== "OPEN") return [];
  const given = await kindsGivenSince(reader, borrowerId, row.askedAt);
  return row.kinds.filter((kind) => !given.has(kind));
}

/** Ends the open request as answered: everything that it asks for was shown without a login. */
export async function closeAnsweredRequest(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const row = await newestDocumentRequest(trx, borrowerId);
  if (row?.state === "OPEN" && (await documentsAskedNow(trx, borrowerId)).length === 0)
    await close(services, trx, row, "ANSWERED");
}

/** Until when the borrower may send the documents that a case requested; null without an open request. */
export async function documentsAskedUntil(reader: Reader, borrowerId: string, subjectId: string): Promise<Date | null> {
  const open = (await requestsOfSubject(reader, borrowerId, subjectId)).find(({ state }) => state === "OPEN");
  return open?.dueAt ?? null;
}

export const documentRequestAnswers: readonly CallAnswer[] = [
  answer(getDocumentRequest, async (_input, { services, database, borrowerId }) => {
    const row = await newestDocumentRequest(database, borrowerId);
    return { request: row && (await viewOf(services, database, row)) };
  }),
  answer(answerDocumentRequest, ({ withoutRest }, { services, borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      const row = (await newestDocumentRequest(trx, borrowerId)) ?? refuse("NOTHING_ASKED");
      if (row.state === "OPEN") {
        const missing = (await viewOf(services, trx, row)).kinds.filter(({ isGiven }) => !isGiven);
        if (missing.length > 0 && !withoutRest)
          throw new Refusal<typeof answerDocumentRequest.problems>("DOCUMENTS_MISSING", {
            kinds: missing.map(({ kind }) => kind),
          });
        await close(services, trx, row, "ANSWERED");
      }
      const ended = (await findDocumentRequest(trx, borrowerId, row.id))!;
      // Nothing was answered before it ended, so nothing can be sent.
      if (ended.state !== "ANSWERED") refuse("NOTHING_ASKED");
      return { request: await viewOf(services, trx, ended) };
    }),
  ),
];

/** Ends requests without an answer in time; each separately, so that a failure does not block the others. */
async function endUnanswered(services: Services): Promise<number> {
  const { database, clock, log } = services;
  return eachDue(
    await dueDocumentRequests(database, clock.now(), atOnce),
    (row) => transact(database, (trx) => close(services, trx, row, "EXPIRED")),
    { log, failure: "end of an asking for documents not recorded", idOf: ({ id }) => id },
  );
}

async function remind(services: Services): Promise<number> {
  return transact(services.database, async (trx) => {
    const due = await takeToRemind(trx, services.clock.now(), atOnce);
    for (const { borrowerId, id, dueAt } of due)
      await notify(services, trx, documentsReminded, {
        id,
        borrowerId,
        values: {
          requestId: id,
          dueOn: dateInWib(dueAt),
          linkId: (await services.ask(fillLinkFor)(services, trx, borrowerId)) ?? "",
        },
      });
    return due.length;
  });
}

export function requestSweeps({ sweeps }: Services): void {
  sweeps.add({
    name: "document-asked",
    everySeconds: 60,
    waits: {
      text: {
        id: "Dokumen yang tidak dikirim pada waktunya",
        en: "Documents not sent in time",
        zh: "逾期未提交的文件",
      },
      rows: [{ table: "document_request", at: "dueAt", where: sql<boolean>`state = 'OPEN'` }],
    },
    run: endUnanswered,
  });
  sweeps.add({
    name: "document-remind",
    everySeconds: 60,
    waits: {
      text: { id: "Pengingat dokumen", en: "Reminders of documents", zh: "文件提醒" },
      rows: [{ table: "document_request", at: "remindAt", where: sql<boolean>`state = 'OPEN'` }],
    },
    run: remind,
  });
}
