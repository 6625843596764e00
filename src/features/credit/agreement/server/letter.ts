/** The letter that a loan is fully paid: ordered in the transaction of the last payment, made and sealed by a job. */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import { fingerprint, type PayoffFacts } from "./document/index.ts";
import { sealDocument } from "./jobs.ts";
import { addLoanDocument, agreementKindOf, loanDocumentsOf, moveDocument } from "./store.ts";

/** Milliseconds after which sealing is tried again although its job is gone. */
export const resealAfter = 10 * 60_000;

/**
 * Orders the paid-off letter of a loan, in the transaction that ends it. `paid` holds the figures of its ledger: the
 * value date of the last payment, the sum of payments with late fees, and the waived amount (rupiah). A second call for
 * the same end changes nothing; a loan that was opened again gets a new letter after `withdrawPayoffLetter`.
 * @returns id of the letter in force.
 */
export async function payoffLetter(
  services: Services,
  trx: Transaction,
  loan: LoanRow,
  paid: PayoffFacts,
): Promise<string> {
  const { borrowerId } = loan;
  const [currentLetter] = await loanDocumentsOf(trx, borrowerId, loan.id, {
    kind: "paid-off-letter",
    states: ["SIGNING", "SIGNED"],
  });
  if (currentLetter) return currentLetter.id;
  // The letter names the operator that the agreement names, and speaks the borrower's language of today.
  const [agreement] = await loanDocumentsOf(trx, borrowerId, loan.id, {
    kind: agreementKindOf(loan),
    states: ["SIGNED", "SIGNING"],
  });
  if (!agreement) throw new Error("A loan without a signed agreement has no paid-off letter.");
  const now = services.clock.now();
  const id = services.random.uuid();
  await addLoanDocument(trx, {
    borrowerId,
    id,
    loanId: loan.id,
    kind: "paid-off-letter",
    language: (await borrowerContact(services, trx, borrowerId))?.language ?? agreement.language,
    state: "SIGNING",
    title: "Surat Keterangan Lunas",
    version: "",
    // Its own id, because a loan that is paid off twice by the same figures has two letters.
    basisHash: fingerprint(Buffer.from(`${id} ${JSON.stringify(paid)}`)),
    issuer: agreement.issuer,
    paidOff: paid,
    shown: null,
    textKey: null,
    shownAt: now,
    sealDueAt: new Date(now.getTime() + resealAfter),
  });
  await services.jobs.send(trx, sealDocument, { borrowerId, documentId: id });
  return id;
}

/**
 * Withdraws the letter of a loan that a returned payment opened again, or whose figures differ from `paid`; its verify
 * address shows this from then on.
 * @returns whether one was withdrawn.
 */
export async function withdrawPayoffLetter(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  paid?: PayoffFacts,
): Promise<boolean> {
  let isWithdrawn = false;
  for (const letter of await loanDocumentsOf(trx, borrowerId, loanId, {
    kind: "paid-off-letter",
    states: ["SIGNING", "SIGNED"],
  })) {
    if (paid && letter.paidOff && sameFigures(letter.paidOff, paid)) continue;
    isWithdrawn =
      (await moveDocument(trx, { borrowerId, id: letter.id, from: letter.state, to: "WITHDRAWN" })) || isWithdrawn;
  }
  return isWithdrawn;
}

function sameFigures(one: PayoffFacts, other: PayoffFacts): boolean {
  return (Object.keys(other) as (keyof PayoffFacts)[]).every((figure) => one[figure] === other[figure]);
}
