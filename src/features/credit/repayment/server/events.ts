/** Events of repayment. The money has moved already, so a subscriber cannot refuse any of them. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { stateOf, type LoanState } from "#features/credit/loan/server/index.ts";
import { overdueDays } from "../contract.ts";
import type { LoanName } from "./store.ts";

const loan = { borrowerId: v.string(), loanId: v.string() };

/** A payment counts for a loan; `booked_<payment>`. `isFromBank`: it came in by a rail, and not from the borrower's balance. */
export const paymentBooked = defineEvent(
  "payment.booked",
  v.object({ ...loan, paymentId: v.string(), isFromBank: v.boolean() }),
);

/** A payment counts no more, because its bank took it back; `reversed_<payment>`. */
export const paymentReversed = defineEvent("payment.reversed", v.object({ ...loan, paymentId: v.string() }));

/** Nothing of an instalment is open any more, for the first time; `instalment_<loan>_<due date>`. */
export const instalmentPaid = defineEvent(
  "instalment.paid",
  v.object({ ...loan, dueOn: v.string(), inTime: v.boolean() }),
);

/** The loan owes nothing any more, for the first time; `paid_off_<loan>`. `onTime`: each instalment was paid by its due date. */
export const loanPaidOff = defineEvent("loan.paid_off", v.object({ ...loan, onTime: v.boolean() }));

/** A loan is past due for one of the numbers of days in `overdueDays`; `overdue_<loan>_<due date>_<days>`. */
export const loanOverdue = defineEvent(
  "loan.overdue",
  v.object({ ...loan, daysPastDue: v.picklist(overdueDays), unpaidSince: v.string() }),
);

/** Whether nothing of the instalment was open at the end of its due date. */
function isInTime({ terms, events }: LoanState, dueOn: BusinessDate): boolean {
  return stateOf(terms, events, dueOn).rows.find((row) => row.dueOn === dueOn)?.status === "PAID";
}

/** Whether each instalment was paid by its due date. */
export const isOnTime = (state: LoanState): boolean => state.rows.every(({ dueOn }) => isInTime(state, dueOn));

/** Announces the instalments that are paid now and were not before. */
export async function announceInstalments(
  services: Services,
  trx: Transaction,
  name: LoanName,
  { before, now }: { before: LoanState; now: LoanState },
): Promise<void> {
  for (const [index, { dueOn, status }] of now.rows.entries()) {
    if (status !== "PAID" || before.rows[index]?.status === "PAID") continue;
    await services.events.announce(trx, instalmentPaid, {
      id: `instalment_${name.loanId}_${dueOn}`,
      at: services.clock.now(),
      borrowerId: name.borrowerId,
      loanId: name.loanId,
      dueOn,
      inTime: isInTime(now, dueOn),
    });
  }
}
