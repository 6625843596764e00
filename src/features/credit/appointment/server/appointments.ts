/** Booking an appointment, its day, and its ends. */
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { refuseWhileClosing } from "#features/account/cancellation/server/index.ts";
import { survivorOf } from "#features/account/account-merge/server/index.ts";
import { zoneOf } from "#features/account/profile/server/index.ts";
import { mayApplyFrom } from "#features/credit/application/server/index.ts";
import { currentLimits, limitFrozen } from "#features/credit/limit/server/index.ts";
import { findLoan, loansInView } from "#features/credit/loan/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addDays, dateIn, formatDate, instantOf, type BusinessDate } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import type { Appointments, bookAppointment } from "../contract.ts";
import { comparedWithToday, costToday } from "./comparing.ts";
import { appointmentLife } from "./lifecycle.ts";
import { appointmentDayNotice, appointmentLapsedNotice } from "./notices.ts";
import { appointmentDays } from "./questions.ts";
import { bookableDays, appointmentRulesOn } from "./rules.ts";
import {
  dueAppointments,
  dueLater,
  findOpenAppointment,
  insertAppointment,
  listAppointments,
  type AppointmentRow,
} from "./store.ts";

type Problems = typeof bookAppointment.problems;

export interface Booking {
  borrowerId: string;
  amountRupiah: number;
  tenorDays: number;
  purpose: string;
  bankAccountId: string;
  on: BusinessDate;
  language: Language;
}

/** How many days ahead the borrower may book, from when an application is taken, and the days between. */
async function reachOf(services: Services, reader: Reader, borrowerId: string) {
  const [zone, reach, loans] = await Promise.all([
    zoneOf(reader, borrowerId),
    services.ask(appointmentDays)(services, reader, borrowerId),
    loansInView(reader, borrowerId),
  ]);
  const mayApplyOn = mayApplyFrom(services, loans);
  const { reachDays } = reach;
  return { ...reach, mayApplyOn, days: bookableDays(dateIn(services.clock.now(), zone), { reachDays, mayApplyOn }) };
}

/** Appointments as the borrower sees them. */
export async function appointmentsOf(services: Services, reader: Reader, borrowerId: string): Promise<Appointments> {
  const [rows, reach, limit] = await Promise.all([
    listAppointments(reader, borrowerId, 2),
    reachOf(services, reader, borrowerId),
    currentLimits(services, reader, borrowerId),
  ]);
  const open = rows.find(({ endedAt }) => endedAt === null);
  return {
    open: open ? await comparedWithToday(services, reader, open) : null,
    last: endedOf(rows.find(({ endedAt }) => endedAt !== null)),
    ...reach,
    isLimitFrozen: limit.freezes.length > 0,
    limitTodayRupiah: limit.assessed ? limit.remainingRupiah : null,
  };
}

function endedOf(row: AppointmentRow | undefined): Appointments["last"] {
  if (!row?.endedAt || row.state === "BOOKED" || row.state === "OFFERED") return null;
  const { id: appointmentId, state, onDay: on, amountRupiah, endedAt, loanId } = row;
  return { appointmentId, state, on, amountRupiah, endedAt: endedAt.toISOString(), loanId };
}

/** The zone in which each day begins first: no borrower's hour comes before it. */
const earliestZone = "WIT";

/** @throws Refusal ACCOUNT_CLOSING, or with one of the problems of `bookAppointment` */
export async function storeAppointment(
  services: Services,
  trx: Transaction,
  booking: Booking,
): Promise<AppointmentRow> {
  const { borrowerId, amountRupiah, tenorDays, purpose, bankAccountId, on, language } = booking;
  await refuseWhileClosing(trx, borrowerId);
  const open = await findOpenAppointment(trx, borrowerId, true);
  if (open) throw alreadyOpen(open, language);
  const [freeze] = (await currentLimits(services, trx, borrowerId)).freezes;
  if (freeze) throw limitFrozen(freeze, language);
  const costRupiah = await costToday(services, trx, { amountRupiah, tenorDays });
  await refuseOutside(services, trx, booking);
  if (!(await bankAccountsOf(services, trx, borrowerId)).some(({ id, verified }) => id === bankAccountId && verified))
    throw new Refusal("BANK_ACCOUNT_UNKNOWN");
  const now = services.clock.now();
  const row = {
    borrowerId,
    id: services.random.uuid(),
    amountRupiah,
    tenorDays,
    purpose,
    bankAccountId,
    onDay: on,
    costRupiah,
    bookedAt: now,
    // The check waits for the hour of the time zone in which the borrower lives then.
    dueAt: instantOf(on, earliestZone, { hour: appointmentRulesOn(on).hour }),
  };
  if (!(await insertAppointment(trx, row))) {
    const other = await findOpenAppointment(trx, borrowerId);
    if (other) throw alreadyOpen(other, language);
    throw new Error("An appointment was neither booked nor open.");
  }
  const facts = { amountRupiah, tenorDays, on };
  await appointmentLife.begin(trx, { id: row.id, borrowerId, actor: "BORROWER", cause: "BOOKED", at: now, facts });
  return { ...row, state: "BOOKED", offeredAt: null, confirmBy: null, endedAt: null, loanId: null };
}

const alreadyOpen = ({ id, onDay }: AppointmentRow, language: Language): Refusal =>
  new Refusal<Problems>("APPOINTMENT_OPEN", {
    appointmentId: id,
    on: onDay,
    onText: formatDate(onDay, language),
  });

async function refuseOutside(services: Services, trx: Transaction, { borrowerId, on, language }: Booking) {
  const { days, mayApplyOn } = await reachOf(services, trx, borrowerId);
  if (!days) {
    const date = mayApplyOn ?? addDays(dateIn(services.clock.now(), "WIB"), 1);
    throw new Refusal<Problems>("TRY_AGAIN_LATER", { date, dateText: formatDate(date, language) });
  }
  const { earliestOn, latestOn } = days;
  if (on >= earliestOn && on <= latestOn) return;
  throw new Refusal<Problems>("DATE_RANGE", {
    earliestOn,
    latestOn,
    earliestText: formatDate(earliestOn, language),
    latestText: formatDate(latestOn, language),
  });
}

/** Cancels the open one. False where none is open. */
export async function endAppointment(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  why: { actor: Actor; cause: "CHOSEN" | "ACCOUNT_CLOSED" | "MERGED" },
): Promise<boolean> {
  const row = await findOpenAppointment(trx, borrowerId, true);
  if (!row) return false;
  const at = services.clock.now();
  const set = { endedAt: at, dueAt: null };
  const from = ["BOOKED", "OFFERED"] as const;
  return appointmentLife.move(trx, { id: row.id, borrowerId, from, to: "CANCELLED", ...why, at, set });
}

/**
 * An application was sent: one whose day has come is confirmed by it. A repeat loan has another purpose and confirms
 * nothing; an application before the day leaves the appointment as it is.
 */
export async function confirmWith(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId }: { borrowerId: string; loanId: string },
): Promise<void> {
  const row = await findOpenAppointment(trx, borrowerId, true);
  if (row?.state !== "OFFERED") return;
  if ((await findLoan(trx, borrowerId, loanId))?.replacesLoanId) return;
  const at = services.clock.now();
  await appointmentLife.move(trx, {
    id: row.id,
    borrowerId,
    from: ["OFFERED"],
    to: "APPLIED",
    actor: "BORROWER",
    cause: "APPLICATION_SENT",
    facts: { loanId },
    at,
    set: { endedAt: at, dueAt: null, loanId },
  });
}

/** Does the work that is due for the open appointment: sends the message of its day, or ends it. */
async function look(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const now = services.clock.now();
  const row = await findOpenAppointment(trx, borrowerId, true);
  if (!row?.dueAt || row.dueAt > now) return false;
  // The account was merged into another one, in which the borrower books again.
  if (await survivorOf(trx, borrowerId))
    return endAppointment(services, trx, borrowerId, { actor: "SYSTEM", cause: "MERGED" });
  return row.state === "BOOKED" ? offer(services, trx, row, now) : lapse(services, trx, row, now);
}

async function offer(services: Services, trx: Transaction, row: AppointmentRow, now: Date): Promise<boolean> {
  const { id, borrowerId, onDay, amountRupiah } = row;
  const zone = await zoneOf(trx, borrowerId);
  const opensAt = instantOf(onDay, zone, { hour: appointmentRulesOn(onDay).hour });
  if (opensAt > now) {
    await dueLater(trx, row, opensAt);
    return true;
  }
  const today = dateIn(now, zone);
  const confirmOn = addDays(today, appointmentRulesOn(today).confirmDays);
  await appointmentLife.move(trx, {
    id,
    borrowerId,
    from: ["BOOKED"],
    to: "OFFERED",
    actor: "SYSTEM",
    cause: "DAY_HAS_COME",
    at: now,
    set: { offeredAt: now, confirmBy: confirmOn, dueAt: instantOf(addDays(confirmOn, 1), zone) },
  });
  await notify(services, trx, appointmentDayNotice, {
    id,
    borrowerId,
    values: { appointmentId: id, amountRupiah, confirmOn },
  });
  return true;
}

async function lapse(services: Services, trx: Transaction, row: AppointmentRow, at: Date): Promise<boolean> {
  const { id, borrowerId, onDay, amountRupiah } = row;
  await appointmentLife.move(trx, {
    id,
    borrowerId,
    from: ["OFFERED"],
    to: "LAPSED",
    actor: "SYSTEM",
    cause: "NOT_CONFIRMED",
    at,
    set: { endedAt: at, dueAt: null },
  });
  await notify(services, trx, appointmentLapsedNotice, { id, borrowerId, values: { amountRupiah, bookedOn: onDay } });
  return true;
}

export const appointmentSweep: Sweep = {
  name: "loan-appointment",
  everySeconds: 60,
  waits: {
    text: { id: "Janji pinjaman yang tiba waktunya", en: "Loan appointments that are due", zh: "到期的借款预约" },
    rows: [{ table: "loan_appointment", at: "dueAt" }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await dueAppointments(database, clock.now(), 100);
    return eachDue(due, (borrowerId) => transact(database, (trx) => look(services, trx, borrowerId)), {
      log,
      failure: "appointment not looked at",
      idOf: (borrowerId) => borrowerId,
    });
  },
};
