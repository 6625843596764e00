/** All SQL of the documents of loans. Every function takes the transaction (or the database, for reads) first. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Language } from "#shared/texts.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import type { Acceptance, DocumentState } from "../contract.ts";
import type { DocumentKind, Operator, PaidOff, TextVersion } from "./document/index.ts";
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

export interface DocumentRow {
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
  paidOff: PaidOff | null;
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

async function readDocuments(reader: Reader, narrow: Narrow, most: number): Promise<DocumentRow[]> {
  let query = reader
    .selectFrom("agreement_document")
    .selectAll()
    .orderBy("shown_at", "desc")
    .orderBy("id", "desc")
    .limit(most);
  if (narrow.borrowerId) query = query.where("borrower_id", "=", narrow.borrowerId);
  if (narrow.id) query = query.where("id", "=", narrow.id);
  if (narrow.loanId) query = query.where("loan_id", "=", narrow.loanId);
  if (narrow.kind) query = query.where("kind", "=", narrow.kind);
  if (narrow.language) query = query.where("language", "=", narrow.language);
  if (narrow.shownHash) query = query.where("shown_hash", "=", narrow.shownHash);
  if (narrow.basisHashes) query = query.where("basis_hash", "in", [...narrow.basisHashes]);
  if (narrow.states) query = query.where("state", "in", [...narrow.states]);
  return (await query.execute()).map((row) => ({
    borrowerId: row.borrower_id,
    id: row.id,
    loanId: row.loan_id,
    kind: row.kind as DocumentKind,
    language: row.language as Language,
    state: row.state as DocumentState,
    title: row.title,
    version: row.version,
    basisHash: row.basis_hash,
    issuer: row.operator as unknown as Issuer,
    paidOff: row.paid_off as unknown as PaidOff | null,
    shown: storedOf(row.shown_key, row.shown_hash, row.shown_pages, row.shown_bytes),
    textKey: row.text_key,
    shownAt: row.shown_at,
    sealed: storedOf(row.sealed_key, row.sealed_hash, row.sealed_pages, row.sealed_bytes),
    sealedAt: row.sealed_at,
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

/** The paper by which a loan was agreed. */
export const agreementKindOf = ({ restructures }: Pick<LoanRow, "restructures">): DocumentKind =>
  restructures ? "restructure-agreement" : "loan-agreement";

/** Whether a paper is one that its borrower signs. */
export const isAgreement = (kind: DocumentKind): boolean =>
  kind === "loan-agreement" || kind === "restructure-agreement";

/** One document of this borrower; null for another borrower's. */
export async function findDocument(reader: Reader, borrowerId: string, id: string): Promise<DocumentRow | null> {
  return (await readDocuments(reader, { borrowerId, id }, 1))[0] ?? null;
}

/** A document by its public id alone: for the page where anyone checks it, for signed links and for jobs. */
export async function locateDocument(reader: Reader, id: string): Promise<DocumentRow | null> {
  return (await readDocuments(reader, { id }, 1))[0] ?? null;
}

/** Documents of a loan, newest first. */
export async function documentsOf(
  reader: Reader,
  borrowerId: string,
  loanId: string,
  narrow: Omit<Narrow, "borrowerId" | "loanId"> = {},
): Promise<DocumentRow[]> {
  return readDocuments(reader, { ...narrow, borrowerId, loanId }, 200);
}

/** Documents that a borrower accepted or signed, over all loans, newest first. */
export async function acceptedDocuments(reader: Reader, borrowerId: string, most: number): Promise<DocumentRow[]> {
  return readDocuments(reader, { borrowerId, states: ["ACCEPTED", "SIGNING", "SIGNED", "WITHDRAWN"] }, most);
}

export type NewDocument = Omit<DocumentRow, "sealed" | "sealedAt"> & { sealDueAt: Date | null };

/** Adds a document; false when one on the same basis is there already. */
export async function addDocument(trx: Reader, row: NewDocument): Promise<boolean> {
  const added = await trx
    .insertInto("agreement_document")
    .values({
      borrower_id: row.borrowerId,
      id: row.id,
      loan_id: row.loanId,
      kind: row.kind,
      language: row.language,
      state: row.state,
      title: row.title,
      version: row.version,
      basis_hash: row.basisHash,
      operator: JSON.stringify(row.issuer),
      paid_off: row.paidOff ? JSON.stringify(row.paidOff) : null,
      shown_hash: row.shown?.hash ?? null,
      shown_key: row.shown?.key ?? null,
      text_key: row.textKey,
      shown_pages: row.shown?.pages ?? null,
      shown_bytes: row.shown?.sizeBytes ?? null,
      shown_at: row.shownAt,
      seal_due_at: row.sealDueAt,
    })
    .onConflict((conflict) =>
      conflict.columns(["borrower_id", "loan_id", "kind", "language", "basis_hash"]).doNothing(),
    )
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
  }: Pick<DocumentRow, "borrowerId" | "id"> & {
    from: DocumentState;
    to: DocumentState;
    sealDueAt?: Date;
  },
): Promise<boolean> {
  const set = { seal_due_at: sealDueAt ?? null };
  return (await documentLifecycle.step(trx, { borrowerId, id, from: [from], to, set })) !== null;
}

/** Keeps the bytes and the text of a letter that was rendered by its job; the first ones stay. */
export async function keepShown(
  trx: Reader,
  borrowerId: string,
  id: string,
  shown: StoredPdf,
  text: { key: string; title: string; version: string },
): Promise<boolean> {
  const kept = await trx
    .updateTable("agreement_document")
    .set({
      shown_hash: shown.hash,
      shown_key: shown.key,
      shown_pages: shown.pages,
      shown_bytes: shown.sizeBytes,
      text_key: text.key,
      title: text.title,
      version: text.version,
    })
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .where("shown_key", "is", null)
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** SIGNING → SIGNED with the signed bytes; false if another process sealed it first. */
export async function keepSealed(
  trx: Transaction,
  borrowerId: string,
  id: string,
  sealed: StoredPdf,
  at: Date,
): Promise<boolean> {
  const left = await documentLifecycle.step(trx, {
    borrowerId,
    id,
    from: ["SIGNING"],
    to: "SIGNED",
    set: {
      seal_due_at: null,
      sealed_hash: sealed.hash,
      sealed_key: sealed.key,
      sealed_pages: sealed.pages,
      sealed_bytes: sealed.sizeBytes,
      sealed_at: at,
    },
  });
  return left !== null;
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
    .select(["borrower_id", "id"])
    .where("state", "=", "SIGNING")
    .where("seal_due_at", "<=", now)
    .orderBy("seal_due_at")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of due) {
    await trx
      .updateTable("agreement_document")
      .set({ seal_due_at: again })
      .where("borrower_id", "=", row.borrower_id)
      .where("id", "=", row.id)
      .execute();
  }
  return due.map((row) => ({ borrowerId: row.borrower_id, id: row.id }));
}

export interface ConsentRow {
  accepted: Acceptance[];
  acceptedAt: Date;
}

/** Records the ticks for a document; ticking again keeps the first time. */
export async function addConsent(
  trx: Reader,
  borrowerId: string,
  documentId: string,
  consent: ConsentRow,
): Promise<void> {
  await trx
    .insertInto("agreement_consent")
    .values({
      borrower_id: borrowerId,
      document_id: documentId,
      accepted: consent.accepted,
      accepted_at: consent.acceptedAt,
    })
    .onConflict((conflict) => conflict.columns(["borrower_id", "document_id"]).doNothing())
    .execute();
}

export async function findConsent(reader: Reader, borrowerId: string, documentId: string): Promise<ConsentRow | null> {
  const row = await reader
    .selectFrom("agreement_consent")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("document_id", "=", documentId)
    .executeTakeFirst();
  return row ? { accepted: row.accepted as Acceptance[], acceptedAt: row.accepted_at } : null;
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
      borrower_id: row.borrowerId,
      document_id: row.documentId,
      loan_id: row.loanId,
      shown_hash: row.shownHash,
      shown_at: row.shownAt,
      accepted: row.accepted,
      accepted_at: row.acceptedAt,
      signed_at: row.signedAt,
      otp_channel: row.otpChannel,
      otp_reference: row.otpReference,
      session_id: row.sessionId,
      texts: JSON.stringify(row.texts),
      signer_sealed: row.signerSealed,
    })
    .execute();
}

/** The evidence of a loan's one signature; null before it. */
export async function findSigning(reader: Reader, borrowerId: string, loanId: string): Promise<SigningRow | null> {
  const row = await reader
    .selectFrom("agreement_signing")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    borrowerId: row.borrower_id,
    documentId: row.document_id,
    loanId: row.loan_id,
    shownHash: row.shown_hash,
    shownAt: row.shown_at,
    accepted: row.accepted as Acceptance[],
    acceptedAt: row.accepted_at,
    signedAt: row.signed_at,
    otpChannel: row.otp_channel,
    otpReference: row.otp_reference,
    sessionId: row.session_id,
    texts: row.texts as unknown as TextVersion[],
    signerSealed: row.signer_sealed,
  };
}
