/** Reads one document: its facts, its words, pictures of its pages, the file. The caller has checked before that the reader may see it. */
import { LRUCache } from "lru-cache";
import { Binary } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { linkDays } from "#shared/promised-times.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { documentLinkPurpose, type LoanDocument } from "../contract.ts";
import type { DocumentDetail, DocumentSection } from "../document-contract.ts";
import { readPdf, readSections } from "./files.ts";
import { pagePicture } from "./pictures.ts";
import type { LoanDocumentRow, StoredPdf } from "./store.ts";

/** A document as lists show it. */
export function documentShown(row: LoanDocumentRow): LoanDocument {
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

export type SignatureShown = NonNullable<DocumentDetail["signature"]>;

/** Checked once a process: the bytes of a hash never change. */
const checked = new LRUCache<string, SignatureShown>({ max: 500 });

/** Whether the electronic signature of a sealed document holds; null without one. */
export async function signatureShownOf(services: Services, sealed: StoredPdf | null): Promise<SignatureShown | null> {
  if (!sealed) return null;
  const known = checked.get(sealed.hash);
  if (known) return known;
  const report = await services.outside.signature.validate(await readPdf(services, sealed));
  const shown = {
    valid: report.valid,
    signer: report.signer ?? null,
    signedAt: report.signedAt?.toISOString() ?? null,
  };
  checked.set(sealed.hash, shown);
  return shown;
}

export async function documentDetailOf(
  services: Services,
  row: LoanDocumentRow,
  sourcePath: string,
): Promise<DocumentDetail> {
  const loan = await findLoan(services.database, row.borrowerId, row.loanId);
  return {
    ...documentShown(row),
    loanId: row.loanId,
    loanNumber: loan?.number ?? "",
    language: row.language,
    version: row.version,
    shownAt: row.shownAt.toISOString(),
    shownHash: row.shown?.hash ?? null,
    sealedHash: row.sealed?.hash ?? null,
    sealedAt: row.sealedAt?.toISOString() ?? null,
    signature: await signatureShownOf(services, row.sealed),
    sourcePath,
  };
}

export async function documentText(services: Services, row: LoanDocumentRow): Promise<{ sections: DocumentSection[] }> {
  return { sections: row.textKey === null ? [] : await readSections(services, row.textKey) };
}

/** @throws Refusal AGREEMENT_NOT_FOUND where there is no such page (yet) */
export async function documentPage(
  services: Services,
  row: LoanDocumentRow,
  page: number,
  widthPixels: number,
): Promise<Binary> {
  const file = fileOf(row);
  const picture = await pagePicture(file.hash, () => readPdf(services, file), page, widthPixels);
  if (!picture) throw new Refusal("AGREEMENT_NOT_FOUND");
  // A picture is personal, so no proxy may keep it; the reader's own browser may, for one reading.
  return new Binary(picture.bytes, picture.contentType, { "Cache-Control": "private, max-age=600" });
}

/**
 * The file as an attachment: it is never opened by the browser itself. // Security rules 18
 * @throws Refusal AGREEMENT_NOT_FOUND
 */
export async function documentFile(services: Services, row: LoanDocumentRow): Promise<Binary> {
  const loan = await findLoan(services.database, row.borrowerId, row.loanId);
  const name = `${row.kind}-${loan?.number ?? row.id}.pdf`.replace(/[^\w.-]/g, "");
  return new Binary(await readPdf(services, fileOf(row)), "application/pdf", {
    "Content-Disposition": `attachment; filename="${name}"`,
  });
}

function fileOf(row: LoanDocumentRow): StoredPdf {
  const file = row.sealed ?? row.shown;
  if (!file) throw new Refusal("AGREEMENT_NOT_FOUND");
  return file;
}

/** The address under which one document can be read without logging in. */
export function documentLink(services: Services, row: LoanDocumentRow): { url: string; expiresAt: Date } {
  const expiresAt = new Date(services.clock.now().getTime() + linkDays * 86_400_000);
  const token = services.keys.signLink({
    purpose: documentLinkPurpose,
    subject: row.id,
    ownerId: row.borrowerId,
    expiresAt,
  });
  return { url: `${row.issuer.origin}/pdf-review/${row.id}?t=${token}`, expiresAt };
}
