/** The answer to a borrower about the agreement of a loan: what to sign and until when, or its result. */
import type { Brand } from "#server/process/brand.server.ts";
import type { Database } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { signHours } from "#shared/promised-times.ts";
import type { Language } from "#shared/texts.ts";
import { findBankAccount } from "#features/account/bank-account/server/index.ts";
import {
  findLoanOfPerson,
  netRupiah,
  newestLoan,
  quoteOfTerms,
  replacedPartOf,
  takenDiscountOf,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import { textKinds, type AgreementAnswer } from "../contract.ts";
import { issuerOf } from "./issuer.ts";
import { showAgreement } from "./showing.ts";
import { deadlinePassed } from "./signing.ts";
import { agreementKindOf, loanDocumentsOf, findSigningConsent } from "./store.ts";

/** Product decisions 4: 24 hours; only where a loan does not say when it was decided. */
const usualWindowSeconds = signHours * 3600;

interface AgreementInput {
  borrowerId: string;
  loanId?: string | undefined;
  brand: Brand;
  language: Language;
}

/**
 * The agreement of a loan, of the newest one if none is named, with its documents.
 * @throws Refusal AGREEMENT_NOT_FOUND
 */
export async function agreementAnswerOf(
  services: Services,
  database: Database,
  input: AgreementInput,
): Promise<AgreementAnswer> {
  const { borrowerId, loanId } = input;
  const loan = loanId ? await findLoanOfPerson(database, borrowerId, loanId) : await newestLoan(database, borrowerId);
  if (loanId && !loan) throw new Refusal("AGREEMENT_NOT_FOUND");
  if (!loan) return { state: "NONE", loanId: null, loanNumber: null, restructured: false, toSign: null, signed: null };
  const state = stateOf(loan, services.clock.now());
  return {
    state,
    loanId: loan.id,
    loanNumber: loan.number,
    restructured: loan.restructures !== null,
    toSign: state === "TO_SIGN" ? await toSign(services, database, loan, input) : null,
    // Also for a loan withdrawn after its signature: the signer keeps the document.
    signed: loan.signedAt ? await signed(database, loan) : null,
  };
}

function stateOf(loan: LoanRow, now: Date): AgreementAnswer["state"] {
  if (loan.state === "SUBMITTED" || loan.state === "IN_REVIEW") return "NOT_YET";
  if (loan.state === "REJECTED") return "REJECTED";
  if (loan.state === "APPROVED") return loan.signDeadline && loan.signDeadline > now ? "TO_SIGN" : "EXPIRED";
  if (loan.state === "CANCELLED") return loan.endReason === deadlinePassed ? "EXPIRED" : "CANCELLED";
  return "SIGNED";
}

async function toSign(
  services: Services,
  database: Database,
  loan: LoanRow,
  input: AgreementInput,
): Promise<AgreementAnswer["toSign"]> {
  const { agreement, texts } = await showAgreement(services, database, {
    loan,
    issuer: issuerOf(services, input.brand),
    language: input.language,
  });
  const [account, consent, replaced] = await Promise.all([
    findBankAccount(services, database, loan.borrowerId, loan.bankAccountId),
    findSigningConsent(database, loan.borrowerId, agreement.id),
    replacedPartOf(services, database, loan),
  ]);
  const deadline = loan.signDeadline ?? loan.submittedAt;
  const began = loan.decidedAt?.getTime() ?? deadline.getTime() - usualWindowSeconds * 1000;
  return {
    documentId: agreement.id,
    hash: agreement.shown?.hash ?? "",
    title: agreement.title,
    version: agreement.version,
    language: agreement.language,
    pages: agreement.shown?.pages ?? 0,
    sizeBytes: agreement.shown?.sizeBytes ?? 0,
    texts: texts.map((row) => ({
      documentId: row.id,
      kind: textKinds.find((kind) => kind === row.kind) ?? "riplay",
      title: row.title,
      version: row.version,
      pages: row.shown?.pages ?? 0,
    })),
    quote: { ...quoteOfTerms(loan.terms), receivedRupiah: netRupiah(loan, replaced) },
    paysOff: replaced,
    discount: takenDiscountOf(loan.terms, loan.discount),
    bankName: account?.bankName ?? "",
    accountMasked: account?.masked ?? "",
    deadline: deadline.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((deadline.getTime() - services.clock.now().getTime()) / 1000)),
    deadlineMovedSeconds: loan.signDeadlineMovedSeconds,
    windowSeconds: Math.max(1, Math.round((deadline.getTime() - began) / 1000)),
    acceptedAt: consent?.acceptedAt.toISOString() ?? null,
  };
}

async function signed(database: Database, loan: LoanRow): Promise<AgreementAnswer["signed"]> {
  const [row] = await loanDocumentsOf(database, loan.borrowerId, loan.id, {
    kind: agreementKindOf(loan),
    states: ["SIGNING", "SIGNED"],
  });
  if (!row?.shown) return null;
  return {
    documentId: row.id,
    state: row.state,
    signedAt: loan.signedAt?.toISOString() ?? null,
    hash: row.shown.hash,
    sealedAt: row.sealedAt?.toISOString() ?? null,
    disbursedOn: loan.disbursedOn,
  };
}
