/** Interest that is taken off a running loan for its member: shown before, taken once, booked in the same transaction. */
import { findLoan, lockLoan, type LoanRow, type LoanState } from "#features/credit/loan/server/index.ts";
import { loansToPay, recordEvent, historyOfLoan, takesEvents } from "#features/credit/repayment/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { InterestReduction, MemberLevel, ReductionRefusal, takeReduction } from "../contract.ts";
import { memberStateOf } from "./facts.ts";
import { memberLevelOf, levelOn, termsOn } from "./levels.ts";
import { reductionNotice } from "./notices.ts";
import { loanRefusals, payableRows, reductionEvent, rowsWith, savedRupiah } from "./saving.ts";
import { remainingBudgetOf, findReduction, insertReduction, membershipMonthOf, spendBudget } from "./store.ts";

interface Offer {
  level: MemberLevel;
  refusals: ReductionRefusal[];
  state: LoanState | null;
  rupiah: number;
}

/** The possible reduction of this loan now, regardless of earlier reductions and of the budget. */
async function offerOn(services: Services, reader: Reader, borrowerId: string, loan: LoanRow | null): Promise<Offer> {
  const today = dateInWib(services.clock.now());
  const [{ facts }, found] = await Promise.all([
    memberStateOf(services, reader, borrowerId),
    loan?.state === "ACTIVE" ? historyOfLoan(services, reader, loan) : null,
  ]);
  const level = memberLevelOf(facts, today);
  const { reductionPpm: ppm } = levelOn(level, today);
  const state = found?.state ?? null;
  const rupiah = state ? savedRupiah(state, { ppm, maxRupiah: termsOn(today).reductionMaxRupiah }) : 0;
  const refusals: ReductionRefusal[] = [
    ...(ppm === 0 ? ["LEVEL" as const] : []),
    ...(state ? loanRefusals(state, { hasCoupon: loan?.discount != null }) : ["NO_LOAN" as const]),
  ];
  return {
    level,
    refusals: refusals.length === 0 && rupiah === 0 ? ["NOTHING_LEFT"] : refusals,
    state,
    rupiah: refusals.length === 0 ? rupiah : 0,
  };
}

/** The reduction of the loan that is paid now. */
export async function reductionOf(services: Services, reader: Reader, borrowerId: string): Promise<InterestReduction> {
  const today = dateInWib(services.clock.now());
  const [loans, remainingBudget] = await Promise.all([
    loansToPay(reader, borrowerId),
    remainingBudgetOf(reader, membershipMonthOf(today), termsOn(today).reductionMonthRupiah),
  ]);
  const loan = loans.find(({ state }) => state === "ACTIVE") ?? null;
  const [offer, existing] = await Promise.all([
    offerOn(services, reader, borrowerId, loan),
    loan ? findReduction(reader, borrowerId, loan.id) : null,
  ]);
  const { level, state } = offer;
  const head = { level, loanId: loan?.id ?? null, loanNumber: loan?.number ?? null };
  const rowsBefore = state ? payableRows(state) : [];
  const same = { ...head, eligible: false, rowsBefore, rowsAfter: rowsBefore };
  if (existing) return { ...same, refusals: ["USED"], savedRupiah: existing.rupiah };
  if (offer.refusals.length > 0 || !loan || !state) return { ...same, refusals: offer.refusals, savedRupiah: 0 };
  if (remainingBudget < offer.rupiah) return { ...same, refusals: ["BUDGET"], savedRupiah: 0 };
  const rowsAfter = rowsWith(loan.id, state, offer.rupiah);
  return { ...head, eligible: true, refusals: [], savedRupiah: offer.rupiah, rowsBefore, rowsAfter };
}

/** @throws Refusal LOAN_UNKNOWN, REDUCTION_USED, NOT_ELIGIBLE, BUDGET_SPENT; nothing is changed then */
export async function reserveReduction(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId }: { borrowerId: string; loanId: string },
): Promise<void> {
  const name = { borrowerId, loanId };
  const now = services.clock.now();
  // Locks the books first, as payments do, then the loan, as coupons do: changes of its interest happen one after the other.
  await takesEvents(trx, name);
  await lockLoan(trx, borrowerId, loanId);
  const loan = await findLoan(trx, borrowerId, loanId);
  if (!loan) throw new Refusal("LOAN_UNKNOWN");
  if (await findReduction(trx, borrowerId, loanId)) throw new Refusal("REDUCTION_USED");
  const { level, refusals, state, rupiah } = await offerOn(services, trx, borrowerId, loan);
  if (refusals.length > 0 || !state) throw new Refusal<typeof takeReduction.problems>("NOT_ELIGIBLE", { refusals });
  if (!(await insertReduction(trx, { ...name, level, rupiah, givenAt: now }))) throw new Refusal("REDUCTION_USED");
  const facts = { rail: null, bankCode: null, paidAt: now, actor: "BORROWER" };
  const outcome = await recordEvent(services, trx, name, reductionEvent(loanId, state, rupiah), facts);
  if (outcome !== "RECORDED")
    throw new Refusal<typeof takeReduction.problems>("NOT_ELIGIBLE", { refusals: ["NO_LOAN"] });
  const values = { savedRupiah: rupiah, number: loan.number };
  await notify(services, trx, reductionNotice, { id: loanId, borrowerId, values });
  // Taken last, because all reductions of the month wait for this row.
  const { reductionMonthRupiah: maxRupiah } = termsOn(state.on);
  if (!(await spendBudget(trx, { month: membershipMonthOf(state.on), maxRupiah, rupiah })))
    throw new Refusal("BUDGET_SPENT");
}

/** Whether interest was taken off this loan for its member: no coupon takes more off it. */
export const isReduced = async (reader: Reader, borrowerId: string, loanId: string): Promise<boolean> =>
  (await findReduction(reader, borrowerId, loanId)) !== null;
