/**
 * Accepting and signing. The signature is one transaction: proof consumed, loan APPROVED → SIGNED before its deadline,
 * evidence stored. A job then makes the electronic signature of the file, and the payout follows.
 */
import { sealedColumn } from "#server/records/rows.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Caller } from "#server/call/caller.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { consumeProof, deliveriesTo } from "#features/account/verification/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { isBorrowingStopped } from "#features/credit/limit/server/index.ts";
import { findLoan, replacedPartOf, transition, type LoanRow } from "#features/credit/loan/server/index.ts";
import { acceptances } from "../contract.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { issuerOf } from "./issuer.ts";
import { repeatLoanAllowed } from "./repeat-loan.ts";
import { sealDocument } from "./jobs.ts";
import { resealAfter } from "./letter.ts";
import { findShownAgreement, textVersions, type ShownAgreement, type Subject } from "./showing.ts";
import {
  addSigningConsent,
  addSigning,
  loanDocumentsOf,
  findSigningConsent,
  moveDocument,
  type SigningRow,
} from "./store.ts";

/** The signer and their device and address: sealed in the evidence. */
export interface Signer {
  fullName: string;
  nikMasked: string;
  mobileMasked: string;
  device: string;
  networkAddress: string;
}

const sealedSigner = sealedColumn<Signer>("agreement_signing", "signerSealed");

export function signerOf(services: Services, signing: SigningRow): Signer {
  return sealedSigner.open(services.keys, signing.documentId, signing.signerSealed);
}

export interface PapersInput {
  borrowerId: string;
  /** SHA-256 of the agreement that the borrower was shown. */
  hash: string;
  caller: Caller;
}
interface SignInput extends PapersInput {
  loanId: string;
}
/** The code that is the signature. */
export interface Proof {
  sessionId: string;
  verificationId: string;
  code?: string | undefined;
}

/** Records what was ticked, for the document with this hash. @throws Refusal as declared by `acceptAgreement` */
export async function storeAgreementAcceptance(
  services: Services,
  input: SignInput,
): Promise<{ documentId: string; acceptedAt: Date }> {
  return transact(services.database, async (trx) =>
    acceptPapers(services, trx, { loan: await signableLoan(services, trx, input) }, input),
  );
}

/** The same for documents that the caller has found signable. @throws Refusal AGREEMENT_CHANGED */
export async function acceptPapers(
  services: Services,
  trx: Transaction,
  subject: Subject,
  input: PapersInput,
): Promise<{ documentId: string; acceptedAt: Date }> {
  const { agreement } = await shownNow(services, trx, subject, input);
  const now = services.clock.now();
  await addSigningConsent(trx, input.borrowerId, agreement.id, { accepted: [...acceptances], acceptedAt: now });
  const consent = await findSigningConsent(trx, input.borrowerId, agreement.id);
  return { documentId: agreement.id, acceptedAt: consent?.acceptedAt ?? now };
}

/** Signs, in the transaction of the call. @throws Refusal as declared by `signAgreement` */
export async function signLoanAgreement(
  services: Services,
  trx: Transaction,
  input: SignInput & Proof,
): Promise<{ documentId: string; signedAt: Date }> {
  const { borrowerId, loanId, hash } = input;
  const loan = await signableLoan(services, trx, input);
  return signPapers(services, trx, { loan }, input, {
    // While the account is held, money goes only to the account that was the main one before; another one cannot be chosen or added.
    async mayBeSigned() {
      const main = (await bankAccountsOf(services, trx, borrowerId)).find(({ isMain }) => isMain);
      if (main?.id !== loan.bankAccountId) await refuseOnHold(services, trx, borrowerId, input.caller.language);
      // A repeat loan is signed only while its conditions still hold. From here on no payment can come before the signature.
      if (loan.replacesLoanId && !(await services.ask(repeatLoanAllowed)(services, trx, loan)))
        throw new Refusal("NOT_SIGNABLE");
    },
    // The first transition of the loan wins: a second signature, the borrower's cancelling and the end of the
    // deadline all start from APPROVED.
    async take({ documentId, signedAt }) {
      const replaced = await replacedPartOf(services, trx, loan);
      const isSigned = await transition(services, trx, {
        borrowerId,
        loanId,
        from: ["APPROVED"],
        to: "SIGNED",
        actor: "BORROWER",
        cause: "SIGNED_WITH_CODE",
        change: { signedAt, ...(replaced ? { replacesRupiah: replaced.rupiah } : {}) },
        facts: { documentId, hash },
        deadline: { after: signedAt },
      });
      if (!isSigned) throw refusalOf(await findLoan(trx, borrowerId, loanId), signedAt);
    },
  });
}

/** The checks and the effect of a signature; its proof is handled separately. */
export interface Signing {
  /** Checked before the code is used up. @throws Refusal if signing is not possible now */
  mayBeSigned(): Promise<void>;
  /** Carries out the effect of the signature. The effect and the evidence have the same time. @throws Refusal where another request was first */
  take(signed: { documentId: string; signedAt: Date }): Promise<void>;
}

/** Signs what was shown and accepted. @throws Refusal AGREEMENT_CHANGED, ACCEPTANCE_NEEDED, those of the proof and of `signing` */
export async function signPapers(
  services: Services,
  trx: Transaction,
  subject: Subject,
  input: PapersInput & Proof,
  signing: Signing,
): Promise<{ documentId: string; signedAt: Date }> {
  const { borrowerId } = input;
  const shown = await shownNow(services, trx, subject, input);
  const { id: documentId } = shown.agreement;
  const consent = await findSigningConsent(trx, borrowerId, documentId);
  if (!consent) throw new Refusal("ACCEPTANCE_NEEDED");
  await signing.mayBeSigned();
  const { verificationId, code, sessionId } = input;
  const proof = { verificationId, code, purpose: "STEP_UP_SIGN", sessionId } as const;
  const { mobileNumber } = await consumeProof(services, trx, proof);
  const signedAt = services.clock.now();
  await signing.take({ documentId, signedAt });
  const channel = await channelOf(services, trx, mobileNumber);
  await keepEvidence(services, trx, { ...input, loanId: subject.loan.id }, shown, {
    acceptedAt: consent.acceptedAt,
    accepted: consent.accepted,
    signedAt,
    mobileNumber,
    channel,
  });
  const sealDueAt = new Date(signedAt.getTime() + resealAfter);
  await moveDocument(trx, { borrowerId, id: documentId, from: "SHOWN", to: "SIGNING", sealDueAt });
  for (const text of shown.texts) await moveDocument(trx, { borrowerId, id: text.id, from: "SHOWN", to: "ACCEPTED" });
  await services.jobs.send(trx, sealDocument, { borrowerId, documentId });
  return { documentId, signedAt };
}

/** The loan, if it can be signed right now. Only a first look: `transition` decides. */
async function signableLoan(services: Services, trx: Transaction, input: SignInput): Promise<LoanRow> {
  const loan = await findLoan(trx, input.borrowerId, input.loanId);
  const now = services.clock.now();
  const isOpen = loan?.state === "APPROVED" && loan.signDeadline && loan.signDeadline > now && !loan.pausedAt;
  if (isOpen && !(await isBorrowingStopped(trx, input.borrowerId))) return loan;
  throw refusalOf(loan, now);
}

function refusalOf(loan: LoanRow | null, now: Date): Refusal {
  if (!loan) return new Refusal("AGREEMENT_NOT_FOUND");
  // Signed and then withdrawn: it must not look signed.
  if (loan.signedAt && loan.state !== "CANCELLED") return new Refusal("ALREADY_SIGNED");
  const isOver =
    loan.state === "APPROVED"
      ? loan.signDeadline !== null && loan.signDeadline <= now
      : loan.endReason === deadlinePassed;
  return new Refusal(isOver ? "SIGN_DEADLINE_PASSED" : "NOT_SIGNABLE");
}

/** Cause and end reason of a loan whose deadline passed. */
export const deadlinePassed = "SIGN_DEADLINE_PASSED";

/** The document shown to the borrower, if it would still be shown in the same form now: the hash shown is the hash signed. */
async function shownNow(
  services: Services,
  trx: Transaction,
  subject: Subject,
  input: PapersInput,
): Promise<ShownAgreement> {
  const [row] = await loanDocumentsOf(trx, input.borrowerId, subject.loan.id, {
    kind: subject.restructure ? "restructure-agreement" : "loan-agreement",
    shownHash: input.hash,
    states: ["SHOWN"],
  });
  // In the language of that document: the page of the signature may be in another one.
  const shown =
    row &&
    (await findShownAgreement(services, trx, {
      ...subject,
      issuer: issuerOf(services, input.caller.brand),
      language: row.language,
    }));
  if (!shown || shown.agreement.id !== row.id) throw new Refusal("AGREEMENT_CHANGED");
  return shown;
}

/** How the code came: that of the newest proven one. */
async function channelOf(services: Services, trx: Transaction, mobileNumber: string): Promise<string> {
  const deliveries = await deliveriesTo(services, trx, mobileNumber, 20);
  return deliveries.find(({ purpose, provenAt }) => purpose === "STEP_UP_SIGN" && provenAt !== null)?.channel ?? "SMS";
}

async function keepEvidence(
  services: Services,
  trx: Transaction,
  input: SignInput & { sessionId: string; verificationId: string },
  shown: ShownAgreement,
  act: Pick<SigningRow, "accepted" | "acceptedAt" | "signedAt"> & { mobileNumber: string; channel: string },
): Promise<void> {
  const identity = await identityOf(services, trx, input.borrowerId);
  if (!identity) throw new Error("Whoever signs has an identity.");
  const documentId = shown.agreement.id;
  const signer: Signer = {
    fullName: identity.fullName,
    nikMasked: maskNik(identity.nik),
    mobileMasked: maskPhone(act.mobileNumber),
    device: deviceNameOf(input.caller.userAgent),
    networkAddress: input.caller.address,
  };
  await addSigning(trx, {
    borrowerId: input.borrowerId,
    documentId,
    loanId: input.loanId,
    shownHash: input.hash,
    shownAt: shown.agreement.shownAt,
    accepted: act.accepted,
    acceptedAt: act.acceptedAt,
    signedAt: act.signedAt,
    otpChannel: act.channel,
    otpReference: input.verificationId,
    sessionId: input.sessionId,
    texts: textVersions(shown.texts),
    signerSealed: sealedSigner.seal(services.keys, documentId, signer),
  });
}
