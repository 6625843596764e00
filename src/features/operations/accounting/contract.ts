/** The books for finance and auditors: trial balance, and the postings of one account. // Spec credit-support 12 */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { cursorLike, listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";

/** Rupiah, and the other units that the ledger counts. */
export const ledgerAssets = ["RUPIAH", "POINTS", "COUPON", "TICKET"] as const;

const reading = (text: { id: string; en: string; zh: string }) =>
  ({ who: "staff", permission: "accounting.read", trail: text }) as const;

const month = v.pipe(v.string("MONTH_FORMAT"), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, "MONTH_FORMAT"));
const period = {
  /** A day, or a month; today when both are omitted. With both, the day counts. */
  day: v.optional(businessDate),
  month: v.optional(month),
  asset: v.optional(v.picklist(ledgerAssets, "CHOICE_INVALID"), "RUPIAH"),
};
const periodProblems = {
  MONTH_FORMAT: {
    id: "Tulis bulan sebagai 2026-11.",
    en: "Give the month as 2026-11.",
    zh: "请按 2026-11 格式填写月份。",
  },
} as const;

const trialRow = v.object({
  /** The account's name in the chart; accounts with owners are added up. */
  account: v.string(),
  /** The side on which the balance grows. */
  normal: v.picklist(["DEBIT", "CREDIT"]),
  /** Balances on the account's normal side. */
  openingRupiah: unboundedRupiah,
  debitRupiah: unboundedRupiah,
  creditRupiah: unboundedRupiah,
  closingRupiah: unboundedRupiah,
});
export type TrialRow = v.InferOutput<typeof trialRow>;

export const trialBalance = v.object({
  from: answeredDate,
  to: answeredDate,
  asset: v.picklist(ledgerAssets),
  /** Whether its days are over: then the figures never change. */
  isClosed: v.boolean(),
  items: v.array(trialRow),
  /** Both are equal: everything that is debited is credited. */
  debitRupiah: unboundedRupiah,
  creditRupiah: unboundedRupiah,
});
export type TrialBalance = v.InferOutput<typeof trialBalance>;

export const getTrialBalance = defineCall({
  id: "getTrialBalance",
  method: "GET",
  path: "/api/staff/accounting/trial-balance",
  summary: "Opening, debits, credits and closing of every kind of account for a day or a month, by the day of booking.",
  policy: reading({ id: "Melihat neraca saldo", en: "Viewed the trial balance", zh: "查看试算平衡表" }),
  input: v.strictObject(period),
  output: trialBalance,
  problems: {},
  fieldProblems: periodProblems,
});

export const getTrialBalanceCsv = defineCall({
  id: "getTrialBalanceCsv",
  method: "GET",
  path: "/api/staff/accounting/trial-balance/csv",
  summary: "The trial balance as CSV.",
  policy: reading({ id: "Mengunduh neraca saldo", en: "Downloaded the trial balance", zh: "下载试算平衡表" }),
  input: v.strictObject(period),
  output: binary,
  problems: {},
  fieldProblems: periodProblems,
});

/** An account as the ledger names it: `ESCROW`, `RECEIVABLE_PRINCIPAL/<loan>`. */
const accountId = v.pipe(
  v.string("REQUIRED"),
  v.trim(),
  v.regex(/^[A-Z_]{1,40}(?:\/[A-Za-z0-9:._-]{1,120})?$/, "ACCOUNT_FORMAT"),
);

const posting = v.object({
  transferId: v.string(),
  postedAt: instant,
  /** The business day from which it counts. */
  valueDate: answeredDate,
  kind: v.string(),
  /** The account on the other side. */
  counterAccount: v.string(),
  /** Null where it is a credit. */
  debitRupiah: v.nullable(unboundedRupiah),
  creditRupiah: v.nullable(unboundedRupiah),
  /** The business object that it belongs to. */
  reference: v.string(),
});
export type JournalPosting = v.InferOutput<typeof posting>;

export const listLedgerPostings = defineCall({
  id: "listLedgerPostings",
  method: "GET",
  path: "/api/staff/accounting/postings",
  summary: "The postings of one account of the ledger, the newest first; `from` and `to` filter by the day of booking.",
  policy: reading({ id: "Melihat akun buku besar", en: "Viewed an account of the ledger", zh: "查看总账账户" }),
  input: v.strictObject({ ...listQuery, ...periodQuery, cursor: cursorLike(/^\d{1,16}$/), account: accountId }),
  output: v.strictObject({
    ...listOf(posting).entries,
    account: v.string(),
    normal: v.picklist(["DEBIT", "CREDIT"]),
    /** All of its postings together, on its normal side. */
    balanceRupiah: unboundedRupiah,
  }),
  problems: unknown("ACCOUNT_UNKNOWN", {
    id: "Akun ini tidak ada di buku besar.",
    en: "There is no such account in the ledger.",
    zh: "总账中没有该账户。",
  }),
  fieldProblems: {
    ACCOUNT_FORMAT: {
      id: "Tulis akun seperti ESCROW atau RECEIVABLE_PRINCIPAL/….",
      en: "Give the account as ESCROW or RECEIVABLE_PRINCIPAL/….",
      zh: "请按 ESCROW 或 RECEIVABLE_PRINCIPAL/… 填写账户。",
    },
  },
});

export const exportLedgerPostings = defineExport(listLedgerPostings, {
  id: "exportLedgerPostings",
  summary: "The postings of one account as CSV.",
  trail: { id: "Mengunduh akun buku besar", en: "Downloaded an account of the ledger", zh: "下载总账账户" },
});
