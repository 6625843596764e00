/** The borrower's status in short, for clients. */
import * as v from "valibot";
import { readinessParts } from "#features/account/profile/contract.ts";
import { limits } from "#features/credit/limit/contract.ts";
import { loanStates } from "#features/credit/loan/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { creditStatuses } from "#shared/credit-status.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";

/** Spec 7; shape by product decisions 2. */
export const getUserStatus = defineCall({
  id: "getUserStatus",
  method: "GET",
  path: "/api/v5/cashloan/userStatus",
  summary: "The borrower's status in short: profile, application, loan, limit, unread messages.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    /** The same as registerOrLogin answered. */
    userId: v.string(),
    status: v.picklist(["ACTIVE", "BLOCKED", "CLOSED", "MERGED"]),
    /** Spec 3: computed. */
    creditStatus: v.picklist(creditStatuses),
    profile: v.object({ complete: v.boolean(), missing: v.array(v.picklist(readinessParts)) }),
    application: v.nullable(
      v.object({
        loanId: v.string(),
        number: v.string(),
        state: v.picklist(loanStates),
        amountRupiah: answeredRupiah,
        tenorDays: v.number(),
        submittedAt: instant,
        signDeadline: v.nullable(instant),
        tryAgainOn: v.nullable(answeredDate),
      }),
    ),
    loan: v.nullable(
      v.object({
        loanId: v.string(),
        number: v.string(),
        state: v.picklist(loanStates),
        amountRupiah: answeredRupiah,
        dueTodayRupiah: answeredRupiah,
        nextDueDate: v.nullable(answeredDate),
        payoffRupiah: answeredRupiah,
        daysPastDue: v.number(),
      }),
    ),
    limit: limits,
    unreadMessages: v.number(),
  }),
  problems: {},
});
