/** All SQL of the documents of loans. Every function takes the transaction (or the database, for reads) first. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Language } from "#shared/texts.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import type { Acceptance, DocumentState } from "../contract.ts";
import type { DocumentKind, Operator, PayoffFacts, TextVersion } from "./document/index.ts";
import { documentLifecycle } from "./lifecycle.ts";

/** The operator as the document names it, and where its verify address lives. */
export interface Issuer {
  operator: Operator;
  /** `https://tunai.example` */
  origin: string;
}

/** Bytes in the storage port. */
export interface StoredPdf {
  key: string;
  hash: string;
  pages: number;
  sizeBytes: number;
}

export interface LoanDocumentRow {
  borrowerId: string;
  id: string;
  loanId: string;
  kind: DocumentKind;
  language: Language;
  state: DocumentState;
  title: string;
  version: string;
  basisHash: string;
  issuer: Issuer;
  paidOff: PayoffFacts | null;
  /** Null for a letter whose job has not run yet. */
  shown: StoredPdf | null;
  /** The text as sections, in the storage port. */
  textKey: string | null;
  shownAt: Date;
  sealed: StoredPdf | null;
  sealedAt: Date | null;
}

interface Narrow {
  borrowerId?: string;
  id?: string;
  loanId?: string;
  kind?: DocumentKind;
  language?: Language;
  shownHash?: string;
  basisHashes?: readonly string[];
  states?: readonly DocumentState[];
}

async function readDocuments(reader: Reader, narrow: Narrow, most: number): Promise<LoanDocumentRow[]> {
  let query = reader
    .selectFrom("agreement_document")
    .selectAll()
    .orderBy("shownAt", "desc")
    .orderBy("id", "desc")
    .limit(most);
  if (narrow.borrowerId) query = query.where("borrowerId", "=", narrow.borrowerId);
  if (narrow.id) query = query.where("id", "=", narrow.id);
  if (narrow.loanId) query = query.where("loanId", "=", narrow.loanId);
  if (narrow.kind) query = query.where("kind", "=", narrow.kind);
  if (narrow.language) query = query.where("language", "=", narrow.language);
  if (narrow.shownHash) query = query.where("shownHash", "=", narrow.shownHash);
  if (narrow.basisHashes) query = query.where("basisHash", "in", [...narrow.basisHashes]);
  if (narrow.states) query = query.where("state", "in", [...narrow.states]);
  return (await query.execute()).map((row) => ({
    borrowerId: row.borrowerId,
    id: row.id,
    loanId: row.loanId,
    kind: row.kind as DocumentKind,
    language: row.language as Language,
    state: row.state as DocumentState,
    title: row.title,
    version: row.version,
    basisHash: row.basisHash,
    issuer: row.operator as unknown as Issuer,
    paidOff: row.paidOff as unknown as PayoffFacts | null,
    shown: storedOf(row.shownKey, row.shownHash, row.shownPages, row.shownBytes),
    textKey: row.textKey,
    shownAt: row.shownAt,
    sealed: storedOf(row.sealedKey, row.sealedHash, row.sealedPages, row.sealedBytes),
    sealedAt: row.sealedAt,
  }));
}

function storedOf(
  key: string | null,
  hash: string | null,
  pages: number | null,
  sizeBytes: number | null,
): StoredPdf | null {
  return key === null || hash === null || pages === null || sizeBytes === null ? null : { key, hash, pages, sizeBytes };
}

/** The document by which a loan was agreed. */
export const agreementKindOf = ({ restructures }: Pick<LoanRow, "restructures">): DocumentKind =>
  restructures ? "restructure-agreement" : "loan-agreement";

/** Whether a document is one that its borrower signs. */
export const isAgreement = (kind: DocumentKind): boolean =>
  kind === "loan-agreement" || kind === "restructure-agreement";

/** One document of this borrower; null for another borrower's. */
export async function findLoanDocument(
  reader: Reader,
  borrowerId: string,
  id: string,
): Promise<LoanDocumentRow | null> {
  return (await readDocuments(reader, { borrowerId, id }, 1))[0] ?? null;
}

/** A document by its public id alone: for the page where anyone checks it, for signed links and for jobs. */
export async function locateDocument(reader: Reader, id: string): Promise<LoanDocumentRow | null> {
  return (await readDocuments(reader, { id }, 1))[0] ?? null;
}

/** Documents of a loan, newest first. */
export async function loanDocumentsOf(
  reader: Reader,
  borrowerId: string,
  loanId: string,
  narrow: Omit<Narrow, "borrowerId" | "loanId"> = {},
): Promise<LoanDocumentRow[]> {
  return readDocuments(reader, { ...narrow, borrowerId, loanId }, 200);
}

/** Documents that a borrower accepted or signed, over all loans, newest first. */
export async function acceptedDocuments(reader: Reader, borrowerId: string, most: number): Promise<LoanDocumentRow[]> {
  return readDocuments(reader, { borrowerId, states: ["ACCEPTED", "SIGNING", "SIGNED", "WITHDRAWN"] }, most);
}

export type NewLoanDocument = Omit<LoanDocumentRow, "sealed" | "sealedAt"> & { sealDueAt: Date | null };

/** Adds a document; false when one on the same basis is there already. */
export async function addLoanDocument(trx: Reader, row: NewLoanDocument): Promise<boolean> {
  const added = await trx
    .insertInto("agreement_document")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      loanId: row.loanId,
      kind: row.kind,
      language: row.language,
      state: row.state,
      title: row.title,
      version: row.version,
      basisHash: row.basisHash,
      operator: JSON.stringify(row.issuer),
      paidOff: row.paidOff ? JSON.stringify(row.paidOff) : null,
      shownHash: row.shown?.hash ?? null,
      shownKey: row.shown?.key ?? null,
      textKey: row.textKey,
      shownPages: row.shown?.pages ?? null,
      shownBytes: row.shown?.sizeBytes ?? null,
      shownAt: row.shownAt,
      sealDueAt: row.sealDueAt,
    })
    .onConflict((conflict) => conflict.columns(["borrowerId", "loanId", "kind", "language", "basisHash"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Moves a document on if it is still in `from`; only one of concurrent calls succeeds. `sealDueAt` is given exactly when it goes to SIGNING. */
export async function moveDocument(
  trx: Transaction,
  {
    borrowerId,
    id,
    from,
    to,
    sealDueAt,
  }: Pick<LoanDocumentRow, "borrowerId" | "id"> & {
    from: DocumentState;
    to: DocumentState;
    sealDueAt?: Date;
  },
): Promise<boolean> {
  const set = { sealDueAt: sealDueAt ?? null };
  return (await documentLifecycle.step(trx, { borrowerId, id, from: [from], to, set })) !== null;
}

/** Keeps the bytes and the text of a letter that was rendered by its job; the first ones stay. */
export async function storeShown(
  trx: Reader,
  borrowerId: string,
  id: string,
  shown: StoredPdf,
  text: { key: string; title: string; version: string },
): Promise<boolean> {
  const updated = await trx
    .updateTable("agreement_document")
    .set({
      shownHash: shown.hash,
      shownKey: shown.key,
      shownPages: shown.pages,
      shownBytes: shown.sizeBytes,
      textKey: text.key,
      title: text.title,
      version: text.version,
    })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("shownKey", "is", null)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}

/** SIGNING → SIGNED with the signed bytes; false if another process sealed it first. */
export async function storeSealed(
  trx: Transaction,
  borrowerId: string,
  id: string,
  sealed: StoredPdf,
  at: Date,
): Promise<boolean> {
  const previous = await documentLifecycle.step(trx, {
    borrowerId,
    id,
    from: ["SIGNING"],
    to: "SIGNED",
    set: {
      sealDueAt: null,
      sealedHash: sealed.hash,
      sealedKey: sealed.key,
      sealedPages: sealed.pages,
      sealedBytes: sealed.sizeBytes,
      sealedAt: at,
    },
  });
  return previous !== null;
}

/** Documents that wait for their signature past their time, and moves that time on, so that one process takes each. */
export async function claimUnsealed(
  trx: Transaction,
  now: Date,
  again: Date,
  most: number,
): Promise<{ borrowerId: string; id: string }[]> {
  const due = await trx
    .selectFrom("agreement_document")
    .select(["borrowerId", "id"])
    .where("state", "=", "SIGNING")
    .where("sealDueAt", "<=", now)
    .orderBy("sealDueAt")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of due) {
    await trx
      .updateTable("agreement_document")
      .set({ sealDueAt: again })
      .where("borrowerId", "=", row.borrowerId)
      .where("id", "=", row.id)
      .execute();
  }
  return due.map((row) => ({ borrowerId: row.borrowerId, id: row.id }));
}

export interface ConsentRow {
  accepted: Acceptance[];
  acceptedAt: Date;
}

/** Records the ticks for a document; ticking again keeps the first time. */
export async function addSigningConsent(
  trx: Reader,
  borrowerId: string,
  documentId: string,
  consent: ConsentRow,
): Promise<void> {
  await trx
    .insertInto("agreement_consent")
    .values({
      borrowerId,
      documentId,
      accepted: consent.accepted,
      acceptedAt: consent.acceptedAt,
    })
    .onConflict((conflict) => conflict.columns(["borrowerId", "documentId"]).doNothing())
    .execute();
}

export async function findSigningConsent(
  reader: Reader,
  borrowerId: string,
  documentId: string,
): Promise<ConsentRow | null> {
  const row = await reader
    .selectFrom("agreement_consent")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("documentId", "=", documentId)
    .executeTakeFirst();
  return row ? { accepted: row.accepted as Acceptance[], acceptedAt: row.acceptedAt } : null;
}

export interface SigningRow {
  borrowerId: string;
  documentId: string;
  loanId: string;
  shownHash: string;
  shownAt: Date;
  accepted: Acceptance[];
  acceptedAt: Date;
  signedAt: Date;
  otpChannel: string;
  otpReference: string;
  sessionId: string;
  texts: TextVersion[];
  signerSealed: string;
}

/** Keeps the evidence of a signature. Throws 23505 for a second one of the same loan. */
export async function addSigning(trx: Transaction, row: SigningRow): Promise<void> {
  await trx
    .insertInto("agreement_signing")
    .values({
      borrowerId: row.borrowerId,
      documentId: row.documentId,
      loanId: row.loanId,
      shownHash: row.shownHash,
      shownAt: row.shownAt,
      accepted: row.accepted,
      acceptedAt: row.acceptedAt,
      signedAt: row.signedAt,
      otpChannel: row.otpChannel,
      otpReference: row.otpReference,
      sessionId: row.sessionId,
      texts: JSON.stringify(row.texts),
      signerSealed: row.signerSealed,
    })
    .execute();
}

/** The evidence of a loan's one signature; null before it. */
export async function findSigning(reader: Reader, borrowerId: string, loanId: string): Promise<SigningRow | null> {
  const row = await reader
    .selectFrom("agreement_signing")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    borrowerId: row.borrowerId,
    documentId: row.documentId,
    loanId: row.loanId,
    shownHash: row.shownHash,
    shownAt: row.shownAt,
    accepted: row.accepted as Acceptance[],
    acceptedAt: row.acceptedAt,
    signedAt: row.signedAt,
    otpChannel: row.otpChannel,
    otpReference: row.otpReference,
    sessionId: row.sessionId,
    texts: row.texts as unknown as TextVersion[],
    signerSealed: row.signerSealed,
  };
}
