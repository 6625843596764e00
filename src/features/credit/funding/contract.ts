/** Lenders' money: monthly statements, and the lenders' part of interest. No borrower appears in them. // Spec credit-support 7 */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { moneyReason, moneyReasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { languages } from "#shared/texts.ts";
import { proposalProblems, proposed } from "#features/credit/treasury/contract.ts";

/** A calendar month in WIB: `2026-11`. */
export const month = v.pipe(v.string("MONTH_FORMAT"), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, "MONTH_FORMAT"));
const lenderId = v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED"), v.maxLength(64, "CHOICE_INVALID"));
const monthFormat = {
  MONTH_FORMAT: {
    id: "Tulis bulan sebagai 2026-11.",
    en: "Give the month as 2026-11.",
    zh: "请按 2026-11 格式填写月份。",
  },
} as const;

/** The day of the next month from which on a month's income can be shared. // Spec credit-support 7 */
export const incomeDay = 3;

/** Days past due at the end of the month. */
export const statementBuckets = ["CURRENT", "DPD_1_30", "DPD_31_60", "DPD_61_90", "DPD_OVER_90"] as const;
export type StatementBucket = (typeof statementBuckets)[number];

const statementHead = {
  lenderId: v.string(),
  lenderName: v.string(),
  month,
  availableClosingRupiah: unboundedRupiah,
  investedClosingRupiah: unboundedRupiah,
  /** The lender's part of the month's interest. */
  shareRupiah: answeredRupiah,
};

const reading = (text: { id: string; en: string; zh: string }) =>
  ({ who: "staff", permission: "money.read", trail: text }) as const;

export const listLenderStatements = defineCall({
  id: "listLenderStatements",
  method: "GET",
  path: "/api/staff/lenders/statements",
  summary: "Monthly statements of all lenders, the newest month first.",
  policy: reading({ id: "Melihat laporan pemberi dana", en: "Viewed lenders' statements", zh: "查看出借人月报" }),
  input: v.strictObject({ ...listQuery, cursor: cursorLike(/^\d{4}-\d\d-01~.{1,64}$/) }),
  output: listOf(v.object(statementHead)),
  problems: {},
});

export const lenderStatement = v.object({
  ...statementHead,
  closedAt: instant,
  available: v.object({
    openingRupiah: unboundedRupiah,
    depositedRupiah: unboundedRupiah,
    /** Paid in this month: the lender's part of an earlier month's interest. */
    incomeRupiah: unboundedRupiah,
    returnedRupiah: unboundedRupiah,
    withdrawnBackRupiah: unboundedRupiah,
    fundedRupiah: unboundedRupiah,
    withdrawnRupiah: unboundedRupiah,
    closingRupiah: unboundedRupiah,
  }),
  invested: v.object({
    openingRupiah: unboundedRupiah,
    fundedRupiah: unboundedRupiah,
    returnedRupiah: unboundedRupiah,
    closingRupiah: unboundedRupiah,
  }),
  /** A part of what is invested. */
  writtenOff: v.object({
    openingRupiah: unboundedRupiah,
    writtenOffRupiah: unboundedRupiah,
    recoveredRupiah: unboundedRupiah,
    closingRupiah: unboundedRupiah,
  }),
  interest: v.object({
    receivedRupiah: unboundedRupiah,
    /** Interest waived by the company, which pays it to the lender. */
    discountedRupiah: unboundedRupiah,
    /** Interest carried by restructured loans, paid in this month. */
    carriedPaidRupiah: unboundedRupiah,
    /** Counted as paid by a restructuring, without money: shared with lenders when it is really paid. */
    carriedRupiah: unboundedRupiah,
    /** Interest reversed in earlier months and not yet offset by later interest; zero or less (rupiah). */
    broughtRupiah: unboundedRupiah,
    sharePpm: v.number(),
    shareRupiah: answeredRupiah,
  }),
  /** Null for a month that was closed too late to know. */
  buckets: v.nullable(
    v.array(v.object({ bucket: v.picklist(statementBuckets), loans: v.number(), rupiah: answeredRupiah })),
  ),
  /** Part of outstanding principal that is at most 90 days past due; null without outstanding principal or buckets. */
  tkb90Ppm: v.nullable(v.number()),
});
export type LenderStatement = v.InferOutput<typeof lenderStatement>;

const statementInput = { lenderId, month };
const statementUnknown = unknown("STATEMENT_UNKNOWN", {
  id: "Laporan bulan ini belum ada.",
  en: "There is no statement of this month yet.",
  zh: "尚无该月的月报。",
});

export const getLenderStatement = defineCall({
  id: "getLenderStatement",
  method: "GET",
  path: "/api/staff/lenders/{lenderId}/statements/{month}",
  summary: "A lender's statement of one month: opening, movements and closing from the ledger, days past due, TKB90.",
  policy: reading({ id: "Melihat laporan pemberi dana", en: "Viewed a lender's statement", zh: "查看出借人月报" }),
  input: v.strictObject(statementInput),
  output: lenderStatement,
  problems: statementUnknown,
  fieldProblems: monthFormat,
});

const downloading = reading({
  id: "Mengunduh laporan pemberi dana",
  en: "Downloaded a lender's statement",
  zh: "下载出借人月报",
});
const fileInput = v.strictObject({ ...statementInput, language: v.optional(v.picklist(languages, "CHOICE_INVALID")) });

export const getLenderStatementCsv = defineCall({
  id: "getLenderStatementCsv",
  method: "GET",
  path: "/api/staff/lenders/{lenderId}/statements/{month}/csv",
  summary: "The statement as CSV: section, line, amount in rupiah. The file of a month never changes.",
  policy: downloading,
  input: fileInput,
  output: binary,
  problems: statementUnknown,
  fieldProblems: monthFormat,
});

export const getLenderStatementPdf = defineCall({
  id: "getLenderStatementPdf",
  method: "GET",
  path: "/api/staff/lenders/{lenderId}/statements/{month}/pdf",
  summary: "The statement as PDF. The file of a month never changes.",
  policy: downloading,
  input: fileInput,
  output: binary,
  problems: statementUnknown,
  fieldProblems: monthFormat,
});

export const incomeStates = ["EARLY", "OPEN", "PROPOSED", "DISTRIBUTED", "NOTHING"] as const;

const sharedIncome = v.object({
  month,
  /** Interest that the month's lenders share in, in rupiah. */
  baseRupiah: answeredRupiah,
  sharePpm: v.number(),
  /** The lenders' part. */
  sharedRupiah: answeredRupiah,
  /** The company's part. */
  houseRupiah: answeredRupiah,
  /** NOTHING: there was none to share. EARLY: not before `from`. */
  state: v.picklist(incomeStates),
  from: answeredDate,
  distributedAt: v.nullable(instant),
  proposalId: v.nullable(v.string()),
});
export type SharedIncome = v.InferOutput<typeof sharedIncome>;

export const listLenderIncome = defineCall({
  id: "listLenderIncome",
  method: "GET",
  path: "/api/staff/lenders/income",
  summary: "The interest of each closed month with the lenders' share, newest first.",
  policy: reading({ id: "Melihat bagi hasil pemberi dana", en: "Viewed lenders' income", zh: "查看出借人收益分配" }),
  input: v.strictObject({ ...listQuery, cursor: cursorLike(/^\d{4}-\d\d-01$/) }),
  output: listOf(sharedIncome),
  problems: {},
});

export const proposeLenderIncome = defineCall({
  id: "proposeLenderIncome",
  method: "POST",
  path: "/api/staff/lenders/income",
  summary: "Proposes to pay the lenders their share of a closed month's interest, from the 3rd of the next month on.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: { id: "Mengusulkan bagi hasil", en: "Proposed lenders' income", zh: "提议出借人收益分配" },
  },
  vital: true,
  input: v.strictObject({ month, reason: moneyReason }),
  output: proposed,
  problems: {
    ...proposalProblems,
    INCOME_EARLY: {
      status: 409,
      field: "month",
      text: {
        id: "Pendapatan bulan ini bisa dibagi mulai {fromText}.",
        en: "Income of this month can be shared from {fromText} on.",
        zh: "该月收益自{fromText}起方可分配。",
      },
      data: v.object({ from: answeredDate, fromText: v.string() }),
    },
    INCOME_SHARED: {
      status: 409,
      field: "month",
      text: {
        id: "Pendapatan bulan ini sudah dibagi.",
        en: "Income of this month is shared already.",
        zh: "该月收益已分配。",
      },
    },
    INCOME_NOTHING: {
      status: 409,
      field: "month",
      text: {
        id: "Bulan ini tidak ada bunga untuk dibagi.",
        en: "There is no interest to share for this month.",
        zh: "该月没有可分配的利息。",
      },
    },
  } as const satisfies ProblemKinds,
  fieldProblems: { ...moneyReasonProblems, ...monthFormat },
});
