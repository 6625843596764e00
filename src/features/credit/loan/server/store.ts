/** All SQL of loans. Every function takes the transaction (or the database, for reads) first. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Loan } from "#server/database.types.ts";
import { readOnce } from "#server/call/request-reads.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import { descending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import { typedLoanNumber } from "#shared/loan-number.ts";
import type { LoanStateName } from "../contract.ts";
import type { LoanDiscount } from "./discounts.ts";
import type { LoanTerms } from "./engine/index.ts";
import { storedTerms, termsOf } from "./stored-terms.ts";

/** States of an application or loan that block another application. */
export const openLoanStates: LoanStateName[] = ["SUBMITTED", "IN_REVIEW", "APPROVED", "SIGNED", "DISBURSING", "ACTIVE"];

/** Applications that are not binding yet. */
const unsignedStates: LoanStateName[] = ["SUBMITTED", "IN_REVIEW", "APPROVED"];

export interface LoanRow {
  borrowerId: string;
  id: string;
  number: string;
  state: LoanStateName;
  productKey: string;
  principalRupiah: number;
  tenorDays: number;
  terms: LoanTerms;
  purpose: string;
  bankAccountId: string;
  lenderId: string;
  submittedAt: Date;
  decidedAt: Date | null;
  signDeadline: Date | null;
  /** By how much it was moved because we refused the code that the signature needs; its documents name the first one. */
  signDeadlineMovedSeconds: number;
  signedAt: Date | null;
  /** The rail's value date in WIB, null until the money has gone out. */
  disbursedOn: string | null;
  endedAt: Date | null;
  endReason: string | null;
  mayApplyAgainOn: string | null;
  /** The discount on the interest, taken by its application or later by its bill. */
  discount: LoanDiscount | null;
  /** The loan that it was restructured from, and how much of its fee is unpaid interest of that one; null for any other. */
  restructures: { loanId: string; carriedRupiah: number } | null;
  /** The loan that a repeat loan pays off with part of its money. */
  replacesLoanId: string | null;
  /** The amount that pays that loan off (rupiah), known from the day of the signature; null before it, and for any other loan. */
  replacesRupiah: number | null;
  /** Time since which it is paused because its account's owner froze the account; null if it is not paused. */
  pausedAt: Date | null;
}

async function readLoans(
  reader: Reader,
  borrowerId: string,
  narrow: { onlyOpen?: boolean; before?: Date; most: number },
): Promise<LoanRow[]> {
  let query = reader
    .selectFrom("loan")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("submittedAt", "desc")
    .limit(narrow.most);
  if (narrow.onlyOpen) query = query.where("state", "in", openLoanStates);
  if (narrow.before) query = query.where("submittedAt", "<", narrow.before);
  return (await query.execute()).map(loanOf);
}

function loanOf(row: Selectable<Loan>): LoanRow {
  return {
    borrowerId: row.borrowerId,
    id: row.id,
    number: row.number,
    state: row.state as LoanStateName,
    productKey: row.productKey,
    principalRupiah: row.principalRupiah,
    tenorDays: row.tenorDays,
    terms: termsOf(row.terms),
    purpose: row.purpose,
    bankAccountId: row.bankAccountId,
    lenderId: row.lenderId,
    submittedAt: row.submittedAt,
    decidedAt: row.decidedAt,
    signDeadline: row.signDeadline,
    signDeadlineMovedSeconds: row.signDeadlineMovedSeconds,
    signedAt: row.signedAt,
    disbursedOn: row.disbursedOn,
    endedAt: row.endedAt,
    endReason: row.endReason,
    mayApplyAgainOn: row.mayApplyAgainOn,
    discount: discountOf(row),
    restructures:
      row.restructuresLoanId !== null && row.carriedRupiah !== null
        ? { loanId: row.restructuresLoanId, carriedRupiah: row.carriedRupiah }
        : null,
    replacesLoanId: row.replacesLoanId,
    replacesRupiah: row.replacesRupiah,
    pausedAt: row.pausedAt,
  };
}

const discountOf = (row: Selectable<Loan>): LoanDiscount | null =>
  row.discountId !== null && row.discountRupiah !== null && row.discountBudget !== null
    ? { discountId: row.discountId, rupiah: row.discountRupiah, budget: row.discountBudget }
    : null;

const newestFirst = descending({ column: "submittedAt", holds: "INSTANT" });

/** Loans of all borrowers, the newest application first; the period names days on which they were submitted. */
export async function pageOfLoans(
  reader: Reader,
  { state, ...page }: { state?: LoanStateName | undefined } & OrderedInput,
): Promise<LoanRow[]> {
  const query = reader
    .selectFrom("loan")
    .selectAll()
    .$if(state !== undefined, (of) => of.where("state", "=", state!));
  return (await inOrder(query, newestFirst, page).execute()).map(loanOf);
}

/** These loans, in no order. */
export async function loansNamed(reader: Reader, loanIds: readonly string[]): Promise<LoanRow[]> {
  if (loanIds.length === 0) return [];
  return (await reader.selectFrom("loan").selectAll().where("id", "in", loanIds).execute()).map(loanOf);
}

/** States in which principal may be owed. */
const owedStates: readonly LoanStateName[] = ["ACTIVE", "RESTRUCTURED", "WRITTEN_OFF"];

/** Loans of these borrowers of which principal may be owed, in no order: few of each. */
export async function unpaidLoansOf(reader: Reader, borrowerIds: readonly string[]): Promise<LoanRow[]> {
  if (borrowerIds.length === 0) return [];
  const query = reader.selectFrom("loan").selectAll().where("borrowerId", "in", borrowerIds);
  return (await query.where("state", "in", owedStates).execute()).map(loanOf);
}

/** More than a borrower sees at once. */
const maxInView = 20;

const inView = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    .selectFrom("loan")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy((row) => row("state", "in", [...openLoanStates, "WRITTEN_OFF"]), "desc")
    .orderBy("submittedAt", "desc")
    .limit(maxInView),
);

/**
 * The loans that a borrower's screens show, newest first: all that are open or owed, however old, and the newest of the
 * others.
 */
export function loansInView(reader: Reader, borrowerId: string): Promise<LoanRow[]> {
  return readOnce(reader, `loans of ${borrowerId}`, async () => {
    const rows = await inView.execute(reader, { borrowerId });
    return rows.map(loanOf).sort((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime());
  });
}

/** Whether the loans in view may lack older ones that have ended. */
export const mayLackEnded = (inView: readonly LoanRow[]): boolean => inView.length === maxInView;

/** The open application or running loan among loans sorted newest first. */
export const openLoanAmong = (loans: readonly LoanRow[]): LoanRow | null =>
  loans.find(({ state }) => openLoanStates.includes(state)) ?? null;

/** A loan that was written off and is still owed, among loans sorted newest first. */
export const writtenOffAmong = (loans: readonly LoanRow[]): LoanRow | null =>
  loans.find(({ state }) => state === "WRITTEN_OFF") ?? null;

const byId = fixedQuery((reader, { borrowerId, loanId }: { borrowerId: string; loanId: string }) =>
  reader.selectFrom("loan").selectAll().where("borrowerId", "=", borrowerId).where("id", "=", loanId),
);

/** One loan of this borrower; null for another borrower's. */
export async function findLoan(reader: Reader, borrowerId: string, loanId: string): Promise<LoanRow | null> {
  const row = await byId.executeTakeFirst(reader, { borrowerId, loanId });
  return row ? loanOf(row) : null;
}

/** The loan that continues a restructured one; null if there is none. */
export async function successorOf(reader: Reader, borrowerId: string, loanId: string): Promise<LoanRow | null> {
  const row = await reader
    .selectFrom("loan")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("restructuresLoanId", "=", loanId)
    .executeTakeFirst();
  return row ? loanOf(row) : null;
}

/** The open application or running loan; the newest one, if a loan that had been paid off is owed again in parallel. */
export async function currentLoan(reader: Reader, borrowerId: string): Promise<LoanRow | null> {
  return (await readLoans(reader, borrowerId, { onlyOpen: true, most: 1 }))[0] ?? null;
}

/** The newest loan in any state, for the home screen. */
export async function newestLoan(reader: Reader, borrowerId: string): Promise<LoanRow | null> {
  return (await readLoans(reader, borrowerId, { most: 1 }))[0] ?? null;
}

/** One page of loans, newest first; `before` is the submission time of the last one of the page before. */
export async function listLoans(
  reader: Reader,
  borrowerId: string,
  before: Date | undefined,
  most: number,
): Promise<LoanRow[]> {
  return readLoans(reader, borrowerId, { most, ...(before ? { before } : {}) });
}

/** The loans of several borrowers, the newest of each first. */
export async function loansOfEach(reader: Reader, borrowerIds: readonly string[]): Promise<LoanRow[]> {
  const rows = await reader
    .selectFrom("loan")
    .selectAll()
    .where("borrowerId", "in", [...borrowerIds])
    .orderBy("submittedAt", "desc")
    .execute();
  return rows.map(loanOf);
}

/** Whose loan it is: for jobs, partners' callbacks and staff, which know a loan by its id alone. */
export async function locateLoan(reader: Reader, loanId: string): Promise<string | null> {
  const row = await reader.selectFrom("loan").select("borrowerId").where("id", "=", loanId).executeTakeFirst();
  return row?.borrowerId ?? null;
}

/** The same by the short number that people read out or paste: `TN-7KQ2-M4XD`. */
export async function locateLoanByNumber(
  reader: Reader,
  number: string,
): Promise<{ borrowerId: string; loanId: string } | null> {
  const row = await reader
    .selectFrom("loan")
    .select(["borrowerId", "id"])
    .where("number", "=", typedLoanNumber(number))
    .executeTakeFirst();
  return row ? { borrowerId: row.borrowerId, loanId: row.id } : null;
}

/** Which of these borrowers have ever applied. */
export async function applicantsAmong(reader: Reader, borrowerIds: readonly string[]): Promise<string[]> {
  if (borrowerIds.length === 0) return [];
  const rows = await reader
    .selectFrom("loan")
    .select("borrowerId")
    .distinct()
    .where("borrowerId", "in", [...borrowerIds])
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** Which of these borrowers have an open application or running loan. */
export async function openLoansAmong(reader: Reader, borrowerIds: readonly string[]): Promise<string[]> {
  if (borrowerIds.length === 0) return [];
  const rows = await reader
    .selectFrom("loan")
    .select("borrowerId")
    .where("borrowerId", "in", [...borrowerIds])
    .where("state", "in", openLoanStates)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** Adds an application. Throws 23505 on `loan_one_open` if the borrower has an open one already, on `loan_one_beside` if it is a repeat loan and another one is open. */
export async function insertLoan(
  trx: Transaction,
  loan: Omit<
    LoanRow,
    "discount" | "pausedAt" | "signDeadlineMovedSeconds" | "restructures" | "replacesLoanId" | "replacesRupiah"
  > &
    Partial<Pick<LoanRow, "discount" | "restructures" | "replacesLoanId">>,
): Promise<void> {
  await trx
    .insertInto("loan")
    .values({
      borrowerId: loan.borrowerId,
      id: loan.id,
      number: loan.number,
      state: loan.state,
      productKey: loan.productKey,
      principalRupiah: loan.principalRupiah,
      tenorDays: loan.tenorDays,
      terms: storedTerms(loan.terms),
      purpose: loan.purpose,
      bankAccountId: loan.bankAccountId,
      lenderId: loan.lenderId,
      submittedAt: loan.submittedAt,
      discountId: loan.discount?.discountId ?? null,
      discountRupiah: loan.discount?.rupiah ?? null,
      discountBudget: loan.discount?.budget ?? null,
      ...(loan.restructures
        ? {
            decidedAt: loan.decidedAt,
            signedAt: loan.signedAt,
            disbursedOn: loan.disbursedOn,
            restructuresLoanId: loan.restructures.loanId,
            carriedRupiah: loan.restructures.carriedRupiah,
          }
        : {}),
      replacesLoanId: loan.replacesLoanId ?? null,
      besideOpen: Boolean(loan.replacesLoanId),
    })
    .execute();
}

export interface LoanChange {
  decidedAt?: Date;
  signDeadline?: Date;
  signedAt?: Date;
  replacesRupiah?: number;
  /** Null where the payout came back and the loan is undone. */
  disbursedOn?: string | null;
  terms?: LoanTerms;
  /** Null when a loan is opened again. */
  endedAt?: Date | null;
  endReason?: string | null;
  mayApplyAgainOn?: string;
  /** The loan was paid off and is owed again: it may run in parallel to a later loan. */
  reopened?: true;
}

/** Locks a loan's row until the transaction ends. A transaction that also locks other rows of an application locks the loan first. */
export async function lockLoan(trx: Transaction, borrowerId: string, loanId: string): Promise<void> {
  await trx
    .selectFrom("loan")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", loanId)
    .forUpdate()
    .execute();
}

/** Stores the discount of a running loan's bill; false if the loan has taken a discount before: one per loan. */
export async function writeDiscount(
  trx: Transaction,
  { borrowerId, loanId }: { borrowerId: string; loanId: string },
  discount: LoanDiscount,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("loan")
    .set({ discountId: discount.discountId, discountRupiah: discount.rupiah, discountBudget: discount.budget })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", loanId)
    .where("discountId", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Pauses the unsigned applications of a borrower and returns them. A concurrent transition happens either before the pause or not at all. */
export async function pauseUnsigned(trx: Transaction, borrowerId: string, at: Date): Promise<LoanRow[]> {
  const rows = await trx
    .updateTable("loan")
    .set({ pausedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("state", "in", unsignedStates)
    .where("pausedAt", "is", null)
    .returningAll()
    .execute();
  return rows.map(loanOf);
}

/** Ends the pause; the signing deadline moves by the length of the pause. */
export async function resumePaused(trx: Transaction, borrowerId: string, at: Date): Promise<LoanRow[]> {
  const rows = await trx
    .updateTable("loan")
    .set({ pausedAt: null, signDeadline: sql<Date | null>`sign_deadline + (${at}::timestamptz - paused_at)` })
    .where("borrowerId", "=", borrowerId)
    .where("pausedAt", "is not", null)
    .returningAll()
    .execute();
  return rows.map(loanOf);
}

/** The day from which a running loan counts: its money came back and went out again. */
export async function redateLoan(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  disbursedOn: string,
): Promise<void> {
  await trx
    .updateTable("loan")
    .set({ disbursedOn })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", loanId)
    .where("state", "=", "ACTIVE")
    .execute();
}

/** One page of loans in some states by id, for sweeps over running loans. */
export async function loansInState(
  reader: Reader,
  states: readonly LoanStateName[],
  afterId: string | null,
  most: number,
): Promise<{ borrowerId: string; loanId: string }[]> {
  let query = reader
    .selectFrom("loan")
    .select(["borrowerId", "id"])
    .where("state", "in", [...states])
    .orderBy("id")
    .limit(most);
  if (afterId) query = query.where("id", ">", afterId);
  return (await query.execute()).map((row) => ({ borrowerId: row.borrowerId, loanId: row.id }));
}
