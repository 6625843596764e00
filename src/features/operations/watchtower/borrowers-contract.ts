/** The list of borrowers in the console. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { listQuery, nextCursor, periodQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { loanStates } from "#features/credit/loan/contract.ts";

/** States of an account. FROZEN: its owner blocked it; BLOCKED: staff did. */
export const accountViews = ["ACTIVE", "BLOCKED", "FROZEN", "CLOSED", "MERGED"] as const;

/** Borrowers who owe: RUNNING all of them, LATE those with an overdue instalment, the others by its days past due. */
export const owingViews = [
  "RUNNING",
  "LATE",
  "LATE_1_7",
  "LATE_8_30",
  "LATE_31_60",
  "LATE_61_90",
  "LATE_OVER_90",
] as const;

const key = v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Za-z0-9_-]{1,40}$/, "CHOICE_INVALID"));

const listedBorrower = v.object({
  borrowerId: v.string(),
  /** Id of the brand; null for a deleted account. */
  brand: v.nullable(v.string()),
  /** Null for a deleted account. */
  state: v.nullable(v.picklist(accountViews)),
  registeredAt: v.nullable(instant),
  lastLoginAt: v.nullable(instant),
  /** The owed loan with the oldest unpaid instalment; null without one. */
  loan: v.nullable(
    v.object({
      loanId: v.string(),
      loanNumber: v.string(),
      state: v.picklist(loanStates),
      productKey: v.string(),
      unpaidPrincipalRupiah: answeredRupiah,
      /** Due date of the first unpaid instalment. */
      nextDueOn: answeredDate,
      /** 0 while no instalment is overdue. */
      daysPastDue: v.number(),
    }),
  ),
});
export type ListedBorrower = v.InferOutput<typeof listedBorrower>;

export const listBorrowers = defineCall({
  id: "listBorrowers",
  method: "GET",
  path: "/api/staff/borrowers",
  summary:
    "Borrowers without names or numbers, the newest account first; with `owing` or `product` those who owe, the oldest unpaid instalment first. `from` and `to` filter by the day of registration, or by the due date of that instalment. A page may hold fewer rows than `limit` before the last one.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: { id: "Melihat daftar peminjam", en: "Viewed the list of borrowers", zh: "查看借款人列表" },
  },
  input: v.strictObject({
    ...listQuery,
    ...periodQuery,
    state: v.optional(v.picklist(accountViews, "CHOICE_INVALID")),
    owing: v.optional(v.picklist(owingViews, "CHOICE_INVALID")),
    /** Key of the owed loan's product. */
    product: v.optional(key),
    /** Id of a brand. */
    brand: v.optional(key),
  }),
  output: v.strictObject({
    items: v.array(listedBorrower),
    nextCursor,
    brands: v.array(v.string()),
    products: v.array(v.string()),
  }),
  problems: {},
});

export const exportBorrowers = defineExport(listBorrowers, {
  id: "exportBorrowers",
  summary: "The list of borrowers as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar peminjam", en: "Downloaded the list of borrowers", zh: "下载借款人列表" },
});
