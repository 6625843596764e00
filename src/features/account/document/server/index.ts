/** Additional documents: answers to the domain's calls, and what other domains may ask of it. */
import type { Api } from "#server/answer.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { incomeEvidenceKinds, type DocumentKind } from "../contract.ts";
import { findDocument, listDocuments } from "./store.ts";

export interface DocumentsOfKind {
  kind: DocumentKind;
  /** 1 to 6. */
  count: number;
  /** In the order in which they are shown. */
  ids: string[];
  uploadedAt: Date;
}

/** Kinds of which the borrower has uploaded photos. */
export async function documentsOf(_services: Services, trx: Database | Transaction, borrowerId: string): Promise<DocumentsOfKind[]> {
  const kinds = new Map<DocumentKind, DocumentsOfKind>();
  for (const { kind, id, uploadedAt } of await listDocuments(trx, borrowerId)) {
    const known = kinds.get(kind);
    if (!known) kinds.set(kind, { kind, count: 1, ids: [id], uploadedAt });
    else kinds.set(kind, { kind, count: known.count + 1, ids: [...known.ids, id], uploadedAt: known.uploadedAt > uploadedAt ? known.uploadedAt : uploadedAt });
  }
  return [...kinds.values()];
}

/** Decisions 4: whether a pay slip or an account statement is there. */
export async function hasIncomeEvidence(services: Services, trx: Database | Transaction, borrowerId: string): Promise<boolean> {
  const evidence: readonly DocumentKind[] = incomeEvidenceKinds;
  return (await documentsOf(services, trx, borrowerId)).some(({ kind }) => evidence.includes(kind));
}

export interface DocumentBytes {
  kind: DocumentKind;
  bytes: Uint8Array;
  contentType: string;
  /** Made by us of kind and slot; nothing of the uploaded name. */
  fileName: string;
}

/** A photo's bytes for its owner or for staff whose right the caller has checked; null where the borrower has no such photo. */
export async function readDocument(services: Services, trx: Database | Transaction, borrowerId: string, documentId: string): Promise<DocumentBytes | null> {
  const row = await findDocument(trx, borrowerId, documentId);
  const stored = row && (await services.outside.storage.get(row.objectKey));
  if (!row || !stored) return null;
  return { kind: row.kind, bytes: stored.bytes, contentType: stored.contentType, fileName: `${row.kind.toLowerCase().replaceAll("_", "-")}-${row.slot}.jpg` };
}

export function answers(_api: Api): void {}
