/** Additional documents: answers to the domain's calls, and functions for other domains. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { getObject, removeObject, workObjects } from "#server/media/borrower-object.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { previewPicture } from "#server/media/picture.ts";
import type { Services } from "#server/services.ts";
import {
  deleteDocument,
  borrowerDocumentKinds,
  getOwnDocument,
  getDocumentsOfKind,
  incomeEvidenceKinds,
  listDocuments as listDocumentsCall,
  maxDocumentPhotos,
  saveDocumentNote,
  uploadDocument,
  type DocumentKind,
} from "../contract.ts";
import { competitorAnswers, competitorHolder } from "./competitors.ts";
import { offerLife, requestLife } from "./lifecycle.ts";
import { notices } from "./notices.ts";
import { offerLinkAnswers } from "./offer-link.ts";
import { offerAnswers, offerSweeps } from "./offers.ts";
import {
  findBorrowerDocument,
  findNote,
  listDocumentRows,
  removeDocument,
  writeNote,
  type BorrowerDocumentRow,
} from "./store.ts";
import { personalData } from "./personal-data.ts";
import { documentRequestAnswers, requestSweeps } from "./requests.ts";
import { timeline } from "./timeline.ts";
import { sealContextOf, uploadPhoto } from "./uploading.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, consoleWords } from "#server/console/questions.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { objectColumns } from "#server/media/stored-objects.ts";
import { consentHolders } from "#features/account/privacy/server/index.ts";
import { textFigures } from "#features/platform/content/server/index.ts";

export { documentsAnswered, informationGiven } from "./events.ts";
export { noteInformation, offeredUntil, offerInformation, openOfferOfLink, withdrawOffer } from "./offers.ts";
export { fillLinkFor } from "./questions.ts";
export {
  closeAnsweredRequest,
  documentRequestsOf,
  documentsAskedNow,
  documentsAskedUntil,
  requestDocuments,
  withdrawDocumentRequest,
} from "./requests.ts";
export { uploadPhoto } from "./uploading.ts";
export { competitorsOf, readCompetitorPhoto } from "./competitors.ts";

/** The words of the borrower that go with no photo: the note of OTHER_TEXT; empty where there are none. */
export const otherTextOf = (services: Services, reader: Reader, borrowerId: string): Promise<string> =>
  findNote(services, reader, borrowerId, "OTHER_TEXT");

export interface DocumentsOfKind {
  kind: DocumentKind;
  /** 1 to 6. */
  count: number;
  /** In the order in which they are shown. */
  ids: string[];
  uploadedAt: Date;
}

/** Kinds of which the borrower has uploaded photos. */
export async function borrowerDocumentsOf(trx: Reader, borrowerId: string): Promise<DocumentsOfKind[]> {
  const kinds = new Map<DocumentKind, DocumentsOfKind>();
  for (const { kind, id, uploadedAt } of await listDocumentRows(trx, borrowerId)) {
    const known = kinds.get(kind);
    if (!known) kinds.set(kind, { kind, count: 1, ids: [id], uploadedAt });
    else
      kinds.set(kind, {
        kind,
        count: known.count + 1,
        ids: [...known.ids, id],
        uploadedAt: known.uploadedAt > uploadedAt ? known.uploadedAt : uploadedAt,
      });
  }
  return [...kinds.values()];
}

/** Product decisions 4: whether a pay slip or an account statement is there. */
export async function hasIncomeEvidence(trx: Reader, borrowerId: string): Promise<boolean> {
  const evidence: readonly DocumentKind[] = incomeEvidenceKinds;
  return (await borrowerDocumentsOf(trx, borrowerId)).some(({ kind }) => evidence.includes(kind));
}

export interface DocumentBytes {
  kind: DocumentKind;
  bytes: Uint8Array;
  contentType: string;
  /** Built from kind and slot; never from the uploaded file's name. */
  fileName: string;
}

/** A photo's bytes for its owner or for staff whose right the caller has checked; null when the borrower has no such photo. */
export async function readDocument(
  services: Services,
  trx: Reader,
  borrowerId: string,
  documentId: string,
): Promise<DocumentBytes | null> {
  const row = await findBorrowerDocument(trx, borrowerId, documentId);
  const stored = row && (await getObject(services, trx, borrowerId, row.objectKey, sealContextOf(row.id)));
  if (!row || !stored) return null;
  return {
    kind: row.kind,
    bytes: stored.bytes,
    contentType: stored.contentType,
    fileName: `${row.kind.toLowerCase().replaceAll("_", "-")}-${row.slot}.jpg`,
  };
}

const photoOf = ({ id, widthPixels, heightPixels, uploadedAt }: BorrowerDocumentRow) => ({
  id,
  widthPixels,
  heightPixels,
  uploadedAt: uploadedAt.toISOString(),
});

async function ofKind(services: Services, borrowerId: string, kind: DocumentKind) {
  const { database } = services;
  return {
    kind,
    photos: (await listDocumentRows(database, borrowerId, kind)).map(photoOf),
    max: maxDocumentPhotos,
    note: await findNote(services, database, borrowerId, kind),
  };
}

const answers: readonly CallAnswer[] = [
  ...competitorAnswers,
  ...documentRequestAnswers,
  ...offerAnswers,
  ...offerLinkAnswers,
  answer(listDocumentsCall, async (_input, { database, borrowerId }) => {
    const known = await borrowerDocumentsOf(database, borrowerId);
    const items = borrowerDocumentKinds.map((kind) => {
      const found = known.find((one) => one.kind === kind);
      return { kind, count: found?.count ?? 0, uploadedAt: found?.uploadedAt.toISOString() ?? null };
    });
    return { items, hasIncomeEvidence: await hasIncomeEvidence(database, borrowerId) };
  }),
  answer(getDocumentsOfKind, ({ kind }, { services, borrowerId }) => ofKind(services, borrowerId, kind)),
  answer(uploadDocument, async ({ kind, photo }, { services, borrowerId }) => {
    await uploadPhoto(services, borrowerId, kind, photo);
    return ofKind(services, borrowerId, kind);
  }),
  answer(getOwnDocument, async ({ documentId, size }, { services, database, borrowerId, refuse }) => {
    const found = (await readDocument(services, database, borrowerId, documentId)) ?? refuse("DOCUMENT_UNKNOWN");
    const bytes = size === "PREVIEW" ? await previewPicture(found.bytes) : found.bytes;
    return new Binary(bytes, found.contentType, { "Content-Disposition": `attachment; filename="${found.fileName}"` });
  }),
  answer(deleteDocument, ({ documentId }, { services, borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      const objectKey = (await removeDocument(trx, borrowerId, documentId)) ?? refuse("DOCUMENT_UNKNOWN");
      await services.jobs.send(trx, removeObject, { objectKey });
      return { deleted: true };
    }),
  ),
  answer(saveDocumentNote, async ({ kind, note }, { services, borrowerId }) => {
    await transact(services.database, (trx) => writeNote(services, trx, borrowerId, kind, note));
    return ofKind(services, borrowerId, kind);
  }),
];

function work(services: Services): void {
  workObjects(services);
  requestSweeps(services);
  offerSweeps(services);
}

export const domain: Domain = {
  answers,
  work,
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    consoleWords.by(words),
    noticeKinds.by(notices),
    lifecycles.by([requestLife, offerLife]),
    objectColumns.by([
      { table: "document", columns: ["objectKey"] },
      { table: "competitor_photo", columns: ["objectKey"] },
    ]),
    consentHolders.by([competitorHolder]),
    textFigures.by(() => ({ maximumPhotos: { text: String(maxDocumentPhotos) } })),
  ],
};
