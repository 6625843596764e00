/** The list of loans in the console. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { loanStates } from "#features/credit/loan/contract.ts";

/** A state of a loan, or LATE: an instalment was due before today and is not paid. */
export const loanViews = ["LATE", ...loanStates] as const;

const listedLoan = v.object({
  loanId: v.string(),
  loanNumber: v.string(),
  borrowerId: v.string(),
  /** Id of the brand; null for a deleted account. */
  brand: v.nullable(v.string()),
  state: v.picklist(loanStates),
  productKey: v.string(),
  principalRupiah: answeredRupiah,
  tenorDays: v.number(),
  submittedAt: instant,
  disbursedOn: v.nullable(answeredDate),
  /** For an active loan; null for others. */
  unpaidPrincipalRupiah: v.nullable(answeredRupiah),
  /** Due date of the first unpaid instalment; null without one. */
  nextDueOn: v.nullable(answeredDate),
  /** 0 while no instalment is overdue. */
  daysPastDue: v.number(),
});
export type ListedLoan = v.InferOutput<typeof listedLoan>;

export const listStaffLoans = defineCall({
  id: "listStaffLoans",
  method: "GET",
  path: "/api/staff/loans",
  summary:
    "Loans, the newest application first; with view=LATE those with an overdue instalment, the longest late first. `from` and `to` filter by the day of submission, or by the first late day.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: { id: "Melihat daftar pinjaman", en: "Viewed the list of loans", zh: "查看借款列表" },
  },
  input: v.strictObject({
    ...listQuery,
    ...periodQuery,
    view: v.optional(v.picklist(loanViews, "CHOICE_INVALID")),
  }),
  output: listOf(listedLoan),
  problems: {},
});

export const exportStaffLoans = defineExport(listStaffLoans, {
  id: "exportStaffLoans",
  summary: "The list of loans as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar pinjaman", en: "Downloaded the list of loans", zh: "下载借款列表" },
});
