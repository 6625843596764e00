/** Loans that are signed, written as application, approval and signature write them, without people and papers: for tests of many. */
import { currentLimits, reserveLimit } from "#features/credit/limit/server/index.ts";
import { findLoan, loanDiscounts, submitLoan, termsFor, transition } from "#features/credit/loan/server/index.ts";
import { stateOfLoan } from "#features/credit/repayment/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { TestApp } from "./app.ts";

interface Wish {
  borrowerId: string;
  bankAccountId: string;
  principalRupiah: number;
  tenorDays: number;
  couponId?: string | undefined;
  /** The running loan that it pays off. */
  replaces?: { loanId: string; payoffRupiah: number; unpaidPrincipalRupiah: number };
}

/** @returns the loan's id; the next thing is to pay it out */
export async function signedApplication({ services }: Pick<TestApp, "services">, wish: Wish): Promise<string> {
  return transact(services.database, (trx) => sign({ services }, trx, wish));
}

async function sign({ services }: Pick<TestApp, "services">, trx: Transaction, wish: Wish): Promise<string> {
  const { borrowerId, bankAccountId, principalRupiah, tenorDays, couponId, replaces } = wish;
  const loanId = services.random.uuid();
  const now = services.clock.now();
  const priced = await termsFor(services, { principalRupiah, tenorDays }, trx);
  const terms = replaces ? { ...priced, feeRupiah: 0 } : priced;
  const reservedRupiah = Math.max(0, principalRupiah - (replaces?.unpaidPrincipalRupiah ?? 0));
  if (reservedRupiah > 0 && !(await reserveLimit(services, trx, borrowerId, loanId, reservedRupiah)))
    throw new Error(`Too little remains: ${JSON.stringify(await currentLimits(services, trx, borrowerId))}`);
  const about = { borrowerId, loanId, terms };
  const discount = couponId
    ? await loanDiscounts(services)!.reserve(services, trx, { ...about, discountId: couponId })
    : null;
  const replacesLoanId = replaces?.loanId ?? null;
  await submitLoan(services, trx, { ...about, purpose: "EDUCATION", bankAccountId, discount, replacesLoanId });
  const move = { borrowerId, loanId, actor: "SYSTEM", cause: "TEST" } as const;
  const approval = { decidedAt: now, signDeadline: new Date(now.getTime() + 86_400_000) };
  await transition(services, trx, { ...move, from: ["SUBMITTED"], to: "APPROVED", change: approval });
  const signature = { signedAt: now, ...(replaces ? { replacesRupiah: replaces.payoffRupiah } : {}) };
  await transition(services, trx, { ...move, from: ["APPROVED"], to: "SIGNED", change: signature });
  return loanId;
}

export interface SignedRepeat {
  borrowerId: string;
  loanId: string;
  /** Rupiah that pay off the earlier loan. */
  payoffRupiah: number;
  /** Rupiah that the borrower's account receives. */
  netRupiah: number;
}

/** A signed repeat loan for a loan that runs; the next thing is to pay its net amount out. */
export async function signedRepeat(
  { services }: Pick<TestApp, "services">,
  old: { borrowerId: string; loanId: string },
  { principalRupiah = 1_000_000, tenorDays = 90 } = {},
): Promise<SignedRepeat> {
  const { borrowerId } = old;
  return transact(services.database, async (trx) => {
    const replaced = (await findLoan(trx, borrowerId, old.loanId))!;
    const { payoffRupiah, unpaid } = (await stateOfLoan(services, trx, replaced))!.state;
    const replaces = { loanId: old.loanId, payoffRupiah, unpaidPrincipalRupiah: unpaid.principalRupiah };
    const { bankAccountId } = replaced;
    const loanId = await sign({ services }, trx, { borrowerId, bankAccountId, principalRupiah, tenorDays, replaces });
    return { borrowerId, loanId, payoffRupiah, netRupiah: principalRupiah - payoffRupiah };
  });
}
