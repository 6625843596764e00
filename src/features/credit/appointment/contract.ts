/** Appointments: a loan booked for a later day. Nothing is lent and nothing is reserved by one. */
import * as v from "valibot";
import {
  payoutAccountProblems,
  amountRupiah,
  applyProblems,
  openAppointment,
  purpose,
  tenorDays,
} from "#features/credit/application/contract.ts";
import { frozenProblem } from "#features/credit/limit/contract.ts";
import { termsProblems } from "#features/credit/loan/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { openShape } from "#shared/fields/shape.ts";
import { uuid } from "#shared/fields/verification.ts";

export const appointmentStates = ["BOOKED", "OFFERED", "APPLIED", "LAPSED", "CANCELLED"] as const;
export type AppointmentState = (typeof appointmentStates)[number];

export const endedAppointment = openShape("EndedAppointment", {
  appointmentId: v.string(),
  state: v.picklist(["APPLIED", "LAPSED", "CANCELLED"]),
  on: answeredDate,
  amountRupiah: answeredRupiah,
  endedAt: instant,
  /** The application that followed; null without one. */
  loanId: v.nullable(v.string()),
});

/** Days that can be booked, both included; null where none can, because another application is only taken later. */
const bookableDays = v.nullable(v.object({ earliestOn: answeredDate, latestOn: answeredDate }));

export const appointments = openShape("LoanAppointments", {
  /** Null where none is open. */
  open: v.nullable(openAppointment),
  /** The newest one that has ended; null without one. */
  last: v.nullable(endedAppointment),
  days: bookableDays,
  /** The limit is frozen: nothing can be booked while it is. */
  isLimitFrozen: v.boolean(),
  /** How many days ahead this borrower may book, by the member's level. */
  reachDays: v.number(),
  /** Days ahead that the level with the longest period may book. */
  furthestReachDays: v.number(),
  /** The first day on which another application is taken; null when that is now. */
  mayApplyOn: v.nullable(answeredDate),
  /** The maximum that could be borrowed today; null before a limit was assessed. */
  limitTodayRupiah: v.nullable(answeredRupiah),
});
export type Appointments = v.InferOutput<typeof appointments>;

const policy = { who: "borrower" } as const;

export const getAppointment = defineCall({
  id: "getLoanAppointment",
  method: "GET",
  path: "/api/loan/appointment",
  summary: "The borrower's appointment for a loan, the changes since it was booked, and the days that can be booked.",
  policy,
  input: noInput,
  output: appointments,
  problems: {},
});

export const bookAppointment = defineCall({
  id: "bookLoanAppointment",
  method: "POST",
  path: "/api/loan/appointment",
  summary:
    "Books a loan for a later day, one at a time. Nothing is lent or reserved: on the day the borrower confirms by an ordinary application at that day's price.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ amountRupiah, tenorDays, purpose, bankAccountId: uuid, on: businessDate }),
  output: openAppointment,
  problems: {
    ...termsProblems,
    ...payoutAccountProblems,
    ...frozenProblem,
    TRY_AGAIN_LATER: applyProblems.TRY_AGAIN_LATER,
    APPOINTMENT_OPEN: {
      status: 409,
      text: {
        id: "Anda sudah punya janji pinjaman untuk {onText}. Batalkan dulu kalau ingin memesan hari lain.",
        en: "You have an appointment for {onText} already. Cancel it first to book another day.",
        zh: "您已预约 {onText} 借款。如需改期，请先取消。",
      },
      data: v.object({ appointmentId: v.string(), on: answeredDate, onText: v.string() }),
    },
    DATE_RANGE: {
      status: 422,
      field: "on",
      text: {
        id: "Pilih hari antara {earliestText} dan {latestText}.",
        en: "Choose a day from {earliestText} to {latestText}.",
        zh: "请选择 {earliestText} 至 {latestText} 之间的日期。",
      },
      data: v.object({
        earliestOn: answeredDate,
        latestOn: answeredDate,
        earliestText: v.string(),
        latestText: v.string(),
      }),
    },
  },
});

export const cancelAppointment = defineCall({
  id: "cancelLoanAppointment",
  method: "POST",
  path: "/api/loan/appointment/cancel",
  summary: "Cancels the borrower's open appointment, at no cost.",
  policy,
  input: noInput,
  output: appointments,
  problems: {
    NO_APPOINTMENT: {
      status: 409,
      text: {
        id: "Tidak ada janji pinjaman yang bisa dibatalkan.",
        en: "There is no appointment to cancel.",
        zh: "没有可取消的借款预约。",
      },
    },
  },
});
