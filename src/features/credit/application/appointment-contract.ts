/** An appointment that is open, as home and the loan form show it; `credit/appointment` books it. */
import * as v from "valibot";
import { loanPurposes } from "#features/account/profile/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Differences between the booking and today. Closed list; each has a text. */
export const appointmentChanges = [
  "PRICE_HIGHER",
  "PRICE_LOWER",
  "NOT_OFFERED",
  "ABOVE_LIMIT",
  "ACCOUNT_GONE",
  "LIMIT_FROZEN",
  "LOAN_OPEN",
  "TOO_EARLY",
] as const;
export type AppointmentChange = (typeof appointmentChanges)[number];

export const openAppointment = openShape("OpenAppointment", {
  appointmentId: v.string(),
  /** BOOKED until its day begins, OFFERED from the message of that day on. */
  state: v.picklist(["BOOKED", "OFFERED"]),
  /** The day that was booked, of the borrower's time zone. */
  on: answeredDate,
  amountRupiah: answeredRupiah,
  tenorDays: v.number(),
  purpose: v.picklist(loanPurposes),
  bankAccountId: v.string(),
  /** Interest and fees, by the price of the day on which it was booked. */
  costRupiah: answeredRupiah,
  /** The same by today's price; null where this amount or tenor is not offered today. */
  costTodayRupiah: v.nullable(answeredRupiah),
  /** The maximum that could be borrowed today; null before a limit was assessed. Nothing of it is reserved. */
  limitTodayRupiah: v.nullable(answeredRupiah),
  offeredAt: v.nullable(instant),
  /** The last day on which it can be confirmed; null before its day. */
  confirmBy: v.nullable(answeredDate),
  /** Days after its message on which an appointment can still be confirmed. */
  confirmDays: v.number(),
  differences: v.array(v.picklist(appointmentChanges)),
});
export type OpenAppointment = v.InferOutput<typeof openAppointment>;
