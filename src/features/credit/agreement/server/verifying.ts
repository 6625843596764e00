/** Answers anyone who has a document's public id: its kind, and whether a file is this document. Never its content. */
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import type { VerifiedDocument } from "../document-contract.ts";
import { fingerprint } from "./document/index.ts";
import { signatureShownOf } from "./reading.ts";
import { signerOf } from "./signing.ts";
import { findSigning, locateDocument, type LoanDocumentRow } from "./store.ts";

/** @throws Refusal VERIFY_NOT_FOUND */
export async function verifiedDocumentOf(services: Services, documentId: string): Promise<VerifiedDocument> {
  const row = await known(services, documentId);
  const loan = await findLoan(services.database, row.borrowerId, row.loanId);
  // A letter states that a loan is paid; after a returned payment opened the loan again it no longer does.
  const isOpenAgain = row.kind === "paid-off-letter" && loan?.state !== "PAID_OFF";
  const signing = row.state === "SHOWN" ? null : await findSigning(services.database, row.borrowerId, row.loanId);
  return {
    documentId: row.id,
    kind: row.kind,
    state: row.state === "SHOWN" ? "NOT_SIGNED" : isOpenAgain ? "WITHDRAWN" : row.state,
    replaced: row.state === "WITHDRAWN" && loan?.state === "PAID_OFF",
    number: loan?.number ?? "",
    issuedBy: row.issuer.operator.companyName,
    issuedOn: dateInWib(row.shownAt),
    maskedName: signing && maskNameInContract(signerOf(services, signing).fullName),
    // A letter is the operator's own; its time is that of its issue.
    signedAt: (row.kind === "paid-off-letter" ? row.shownAt : signing?.signedAt)?.toISOString() ?? null,
    sealedHash: row.sealed?.hash ?? null,
    shownHash: row.shown?.hash ?? null,
    signature: await signatureShownOf(services, row.sealed),
  };
}

/** Compares bytes by their hash. @throws Refusal VERIFY_NOT_FOUND */
export async function compareDocument(
  services: Services,
  documentId: string,
  bytes: Uint8Array,
): Promise<{ match: "SEALED" | "SHOWN" | "NONE"; hash: string }> {
  const row = await known(services, documentId);
  const hash = fingerprint(bytes);
  return { hash, match: hash === row.sealed?.hash ? "SEALED" : hash === row.shown?.hash ? "SHOWN" : "NONE" };
}

async function known(services: Services, documentId: string): Promise<LoanDocumentRow> {
  const row = await locateDocument(services.database, documentId);
  if (!row) throw new Refusal("VERIFY_NOT_FOUND");
  return row;
}

/** `Budi Santoso` → `B••• S•••`: a person who holds the document recognises the name, others cannot. The number of dots is always the same. */
function maskNameInContract(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0] ?? ""}•••`)
    .join(" ");
}
