/**
 * Seals documents: evidence appended, electronic signature made, bytes stored. All of it outside of transactions, with
 * the document's id as the signer's order, so that a retry never makes or pays for a second signature.
 */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { appendEvidence, renderDocument } from "./document/index.ts";
import { dropStored, readPdf, storePdf, storeRendered } from "./files.ts";
import { verifyAddressOf } from "./issuer.ts";
import { sealDocument } from "./jobs.ts";
import { resealAfter } from "./letter.ts";
import { particularsOf } from "./particulars.ts";
import { signerOf } from "./signing.ts";
import {
  claimUnsealed,
  findLoanDocument,
  findSigning,
  storeSealed,
  storeShown,
  type LoanDocumentRow,
} from "./store.ts";

const place = "Jakarta, Indonesia";

/** The job: does the steps that are left for this document. Throws while the signer has not finished; the job then runs again. */
export async function runSealing(services: Services, borrowerId: string, documentId: string): Promise<void> {
  const row = await findLoanDocument(services.database, borrowerId, documentId);
  if (row?.state !== "SIGNING") return;
  const signed = row.kind === "paid-off-letter" ? await signLetter(services, row) : await signAgreement(services, row);
  const report = await services.outside.signature.validate(signed);
  if (!report.valid) throw new Error(`The signature of a document does not hold: ${report.problem ?? "unknown"}.`);
  const stored = await storePdf(services, signed);
  const isKept = await transact(services.database, async (trx) => {
    if (!(await storeSealed(trx, borrowerId, documentId, stored, services.clock.now()))) return false;
    // Money is paid out only for a sealed agreement; `startDisbursement` ignores a loan that was cancelled in the meantime.
    if (row.kind === "loan-agreement") await startDisbursement(services, trx, borrowerId, row.loanId);
    return true;
  });
  if (!isKept) await services.outside.storage.remove(stored.key);
}

async function signAgreement(services: Services, row: LoanDocumentRow): Promise<Uint8Array> {
  const signing = await findSigning(services.database, row.borrowerId, row.loanId);
  if (!signing || !row.shown) throw new Error("A document that is being signed has been shown, and has its evidence.");
  const signer = signerOf(services, signing);
  const loan = await findLoan(services.database, row.borrowerId, row.loanId);
  const evidence = {
    documentId: row.id,
    agreementNumber: loan?.number ?? "",
    verifyAddress: verifyAddressOf(row.issuer, row.id),
    operator: row.issuer.operator,
    signerName: signer.fullName,
    nikMasked: signer.nikMasked,
    signedAt: signing.signedAt,
    otpChannel: signing.otpChannel,
    otpSentTo: signer.mobileMasked,
    otpReference: signing.otpReference,
    device: signer.device,
    networkAddress: signer.networkAddress,
    shownAt: signing.shownAt,
    texts: signing.texts,
  };
  const { pdf } = await appendEvidence(await readPdf(services, row.shown), evidence, row.language);
  const order = {
    orderId: row.id,
    reason: `Persetujuan ${row.title}`,
    signerName: signer.fullName,
    location: place,
    signedAt: signing.signedAt,
  };
  return services.outside.signature.signPdf(pdf, order);
}

/** The letter is rendered here, once: its bytes are stored before they are signed, so a second try signs the same. */
async function signLetter(services: Services, row: LoanDocumentRow): Promise<Uint8Array> {
  const shown = row.shown ?? (await makeLetter(services, row));
  const order = {
    orderId: row.id,
    reason: "Surat keterangan lunas",
    signerName: row.issuer.operator.companyName.value,
    location: place,
    signedAt: row.shownAt,
  };
  return services.outside.signature.signPdf(await readPdf(services, shown), order);
}

async function makeLetter(services: Services, row: LoanDocumentRow) {
  const loan = await findLoan(services.database, row.borrowerId, row.loanId);
  if (!loan || !row.paidOff) throw new Error("A paid-off letter has a loan and its figures.");
  const particulars = await particularsOf(services, services.database, loan, row.issuer);
  const data = {
    ...particulars,
    issuedOn: dateInWib(row.shownAt),
    documentId: row.id,
    verifyAddress: verifyAddressOf(row.issuer, row.id),
    texts: [],
    paidOff: row.paidOff,
  };
  const rendered = await renderDocument("paid-off-letter", data, row.language);
  const stored = await storeRendered(services, rendered);
  const text = { key: stored.textKey, title: rendered.title, version: rendered.version };
  if (await storeShown(services.database, row.borrowerId, row.id, stored.shown, text)) return stored.shown;
  await dropStored(services, stored);
  const present = await findLoanDocument(services.database, row.borrowerId, row.id);
  if (!present?.shown) throw new Error("A letter that was just stored is not there.");
  return present.shown;
}

/** Sends jobs again for documents that wait longer than a job lives. */
export async function sweepUnsealed(services: Services): Promise<number> {
  return transact(services.database, async (trx) => {
    const now = services.clock.now();
    const due = await claimUnsealed(trx, now, new Date(now.getTime() + resealAfter), 50);
    for (const { borrowerId, id } of due) await services.jobs.send(trx, sealDocument, { borrowerId, documentId: id });
    return due.length;
  });
}
