/**
 * Accepting and signing. The signature is one transaction: proof consumed, loan APPROVED → SIGNED while its deadline has
 * not passed, evidence kept. The electronic signature of the file follows by a job, the payout after that.
 */
import { sealedColumn } from "#server/rows.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Caller } from "#server/call/caller.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { refuseOnHold } from "#features/account/security/server/index.ts";
import { consumeProof, deliveriesTo } from "#features/account/verification/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { findLoan, transition, type LoanRow } from "#features/credit/loan/server/index.ts";
import { acceptances } from "../contract.ts";
import { deviceName } from "#server/call/device-name.ts";
import { issuerOf } from "./issuer.ts";
import { sealDocument } from "./jobs.ts";
import { sealAgainAfter } from "./letter.ts";
import { findShownAgreement, textVersions, type ShownAgreement } from "./showing.ts";
import { addConsent, addSigning, documentsOf, findConsent, moveDocument, type SigningRow } from "./store.ts";

/** Who signed, from where: sealed in the evidence. */
export interface Signer {
  fullName: string;
  nikMasked: string;
  mobileMasked: string;
  device: string;
  networkAddress: string;
}

const sealedSigner = sealedColumn<Signer>("agreement_signing", "signer_sealed");

export function signerOf(services: Services, signing: SigningRow): Signer {
  return sealedSigner.open(services.keys, signing.documentId, signing.signerSealed);
}

interface SignInput {
  borrowerId: string;
  loanId: string;
  /** SHA-256 of the agreement that the borrower was shown. */
  hash: string;
  caller: Caller;
}

/** Records what was ticked, for the document with this hash. @throws Refusal as declared by `acceptAgreement` */
export async function accept(services: Services, input: SignInput): Promise<{ documentId: string; acceptedAt: Date }> {
  return transact(services.database, async (trx) => {
    const loan = await signableLoan(services, trx, input);
    const { agreement } = await shownNow(services, trx, loan, input);
    const now = services.clock.now();
    await addConsent(trx, input.borrowerId, agreement.id, { accepted: [...acceptances], acceptedAt: now });
    const consent = await findConsent(trx, input.borrowerId, agreement.id);
    return { documentId: agreement.id, acceptedAt: consent?.acceptedAt ?? now };
  });
}

/** Signs, in the transaction of the call. @throws Refusal as declared by `signAgreement` */
export async function sign(
  services: Services,
  trx: Transaction,
  input: SignInput & { sessionId: string; verificationId: string; code?: string | undefined },
): Promise<{ documentId: string; signedAt: Date }> {
  const { borrowerId, loanId } = input;
  const loan = await signableLoan(services, trx, input);
  const shown = await shownNow(services, trx, loan, input);
  const consent = await findConsent(trx, borrowerId, shown.agreement.id);
  if (!consent) throw new Refusal("ACCEPTANCE_NEEDED");
  // While the account is held, money goes to the account alone that was the main one before: none is chosen or added meanwhile.
  const main = (await bankAccountsOf(services, trx, borrowerId)).find(({ isMain }) => isMain);
  if (main?.id !== loan.bankAccountId) await refuseOnHold(services, trx, borrowerId, input.caller.language);
  const proof = {
    verificationId: input.verificationId,
    code: input.code,
    purpose: "STEP_UP_SIGN",
    sessionId: input.sessionId,
  } as const;
  const { mobileNumber } = await consumeProof(services, trx, proof);
  // One instant for the deadline, the loan and the evidence. Whoever moves the loan first has won: a second signature,
  // the borrower's cancelling and the end of the deadline all start from APPROVED.
  const signedAt = services.clock.now();
  const facts = { documentId: shown.agreement.id, hash: input.hash };
  const isSigned = await transition(services, trx, {
    borrowerId,
    loanId,
    from: ["APPROVED"],
    to: "SIGNED",
    actor: "BORROWER",
    cause: "SIGNED_WITH_CODE",
    change: { signedAt },
    facts,
    deadline: { after: signedAt },
  });
  if (!isSigned) throw refusalOf(await findLoan(trx, borrowerId, loanId), signedAt);
  const channel = await channelOf(services, trx, mobileNumber);
  await keepEvidence(services, trx, input, shown, {
    acceptedAt: consent.acceptedAt,
    accepted: consent.accepted,
    signedAt,
    mobileNumber,
    channel,
  });
  await moveDocument(trx, {
    borrowerId,
    id: shown.agreement.id,
    from: "SHOWN",
    to: "SIGNING",
    sealDueAt: new Date(signedAt.getTime() + sealAgainAfter),
  });
  for (const text of shown.texts) await moveDocument(trx, { borrowerId, id: text.id, from: "SHOWN", to: "ACCEPTED" });
  await services.jobs.send(trx, sealDocument, { borrowerId, documentId: shown.agreement.id });
  return { documentId: shown.agreement.id, signedAt };
}

/** The loan, if it can be signed right now. Only a first look: `transition` decides. */
async function signableLoan(services: Services, trx: Transaction, input: SignInput): Promise<LoanRow> {
  const loan = await findLoan(trx, input.borrowerId, input.loanId);
  const now = services.clock.now();
  if (loan?.state === "APPROVED" && loan.signDeadline && loan.signDeadline > now && !loan.pausedAt) return loan;
  throw refusalOf(loan, now);
}

function refusalOf(loan: LoanRow | null, now: Date): Refusal {
  if (!loan) return new Refusal("AGREEMENT_NOT_FOUND");
  // Signed and then withdrawn: nobody shall take it for signed.
  if (loan.signedAt && loan.state !== "CANCELLED") return new Refusal("ALREADY_SIGNED");
  const isOver =
    loan.state === "APPROVED"
      ? loan.signDeadline !== null && loan.signDeadline <= now
      : loan.endReason === deadlinePassed;
  return new Refusal(isOver ? "SIGN_DEADLINE_PASSED" : "NOT_SIGNABLE");
}

/** Cause and end reason of a loan whose deadline passed. */
export const deadlinePassed = "SIGN_DEADLINE_PASSED";

/** What the borrower was shown, if it still is what would be shown: the hash shown is the hash signed. */
async function shownNow(
  services: Services,
  trx: Transaction,
  loan: LoanRow,
  input: SignInput,
): Promise<ShownAgreement> {
  const [row] = await documentsOf(trx, input.borrowerId, input.loanId, {
    kind: "loan-agreement",
    shownHash: input.hash,
    states: ["SHOWN"],
  });
  // By the language of that document: the signature may come from a page in another one.
  const shown =
    row &&
    (await findShownAgreement(services, trx, {
      loan,
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
    device: deviceName(input.caller.userAgent),
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
