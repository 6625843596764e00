/** Agreements: answers to the domain's calls, and what other domains may ask of it. */
import type { Api } from "#server/answer.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { DocumentState, LoanDocument } from "../contract.ts";
import { documentsOf, type DocumentRow } from "./store.ts";

export { payoffLetter, withdrawPayoffLetter } from "./letter.ts";

export function answers(_api: Api): void {}

export interface Agreement {
  documentId: string;
  /** SIGNING: the borrower signed, the electronic signature is on its way. SIGNED: sealed; only then is money paid out. */
  state: Extract<DocumentState, "SIGNING" | "SIGNED">;
  language: Language;
  title: string;
  version: string;
  /** SHA-256 of what the borrower was shown. */
  shownHash: string;
  shownAt: Date;
  /** SHA-256 of the sealed file, null while it is being sealed. */
  sealedHash: string | null;
  sealedAt: Date | null;
}

/** The signed agreement of a loan; null before the borrower signed. */
export async function agreementOf(_services: Services, reader: Database | Transaction, borrowerId: string, loanId: string): Promise<Agreement | null> {
  const [row] = await documentsOf(reader, borrowerId, loanId, { kind: "loan-agreement", states: ["SIGNING", "SIGNED"] });
  if (!row?.shown) return null;
  return {
    documentId: row.id,
    state: row.state as Agreement["state"],
    language: row.language,
    title: row.title,
    version: row.version,
    shownHash: row.shown.hash,
    shownAt: row.shownAt,
    sealedHash: row.sealed?.hash ?? null,
    sealedAt: row.sealedAt,
  };
}

/** What the borrower accepted, signed or received for a loan: the agreement first, the letter last. */
export async function documentsOfLoan(_services: Services, reader: Database | Transaction, borrowerId: string, loanId: string): Promise<LoanDocument[]> {
  const rows = await documentsOf(reader, borrowerId, loanId, { states: ["ACCEPTED", "SIGNING", "SIGNED"] });
  const order = ["loan-agreement", "riplay", "risk-acknowledgement", "declarations", "signing-privacy", "paid-off-letter"];
  return rows.map(documentShown).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function documentShown(row: DocumentRow): LoanDocument {
  const file = row.sealed ?? row.shown;
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    pages: file?.pages ?? null,
    sizeBytes: file?.sizeBytes ?? null,
    state: row.state,
    verifyPath: `/verify/${row.id}`,
    viewPath: `/webview/pdf-view?document=${row.id}`,
  };
}
