/** An appointment compared with today: its price, what is offered, limit, bank account, and whether an application would be taken. */
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import type { AppointmentChange, OpenAppointment } from "#features/credit/application/contract.ts";
import { mayApplyFrom } from "#features/credit/application/server/index.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import {
  loansInView,
  openLoanAmong,
  quoteOfTerms,
  termsFor,
  writtenOffAmong,
} from "#features/credit/loan/server/index.ts";
import type { loanPurposes } from "#features/account/profile/contract.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { appointmentRulesOn } from "./rules.ts";
import type { AppointmentRow } from "./store.ts";

/** Interest and fees of this amount and tenor by today's price, in rupiah. @throws Refusal with one of `termsProblems` */
export async function costToday(
  services: Services,
  reader: Reader,
  { amountRupiah, tenorDays }: Pick<AppointmentRow, "amountRupiah" | "tenorDays">,
): Promise<number> {
  const quote = quoteOfTerms(await termsFor(services, { principalRupiah: amountRupiah, tenorDays }, reader));
  return quote.interestRupiah + quote.feeRupiah;
}

async function costOrNull(services: Services, reader: Reader, row: AppointmentRow): Promise<number | null> {
  try {
    return await costToday(services, reader, row);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export async function comparedWithToday(
  services: Services,
  reader: Reader,
  row: AppointmentRow,
): Promise<OpenAppointment> {
  const { borrowerId, amountRupiah, costRupiah } = row;
  const [costTodayRupiah, limit, accounts, loans] = await Promise.all([
    costOrNull(services, reader, row),
    currentLimits(services, reader, borrowerId),
    bankAccountsOf(services, reader, borrowerId),
    loansInView(reader, borrowerId),
  ]);
  const isFrozen = limit.freezes.length > 0;
  const isOpen = (openLoanAmong(loans) ?? writtenOffAmong(loans)) !== null;
  const holds: Record<AppointmentChange, boolean> = {
    PRICE_HIGHER: costTodayRupiah !== null && costTodayRupiah > costRupiah,
    PRICE_LOWER: costTodayRupiah !== null && costTodayRupiah < costRupiah,
    NOT_OFFERED: costTodayRupiah === null,
    // A freeze or an open loan leaves no limit; each has its own code, so ABOVE_LIMIT would say it twice.
    ABOVE_LIMIT: limit.assessed && !isFrozen && !isOpen && amountRupiah > limit.remainingRupiah,
    ACCOUNT_GONE: !accounts.some(({ id }) => id === row.bankAccountId),
    LIMIT_FROZEN: isFrozen,
    LOAN_OPEN: isOpen,
    TOO_EARLY: mayApplyFrom(services, loans) !== null,
  };
  return {
    appointmentId: row.id,
    state: row.state === "OFFERED" ? "OFFERED" : "BOOKED",
    on: row.onDay,
    amountRupiah,
    tenorDays: row.tenorDays,
    purpose: row.purpose as (typeof loanPurposes)[number],
    bankAccountId: row.bankAccountId,
    costRupiah,
    costTodayRupiah,
    limitTodayRupiah: limit.assessed ? limit.remainingRupiah : null,
    offeredAt: row.offeredAt?.toISOString() ?? null,
    confirmBy: row.confirmBy,
    confirmDays: appointmentRulesOn(row.onDay).confirmDays,
    differences: (Object.keys(holds) as AppointmentChange[]).filter((change) => holds[change]),
  };
}
