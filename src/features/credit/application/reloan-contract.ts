/** A repeat loan: pays the running loan off with part of its money. Its conditions and its additional cost. */
import * as v from "valibot";
import { quote, termsProblems, wholeNumber } from "#features/credit/loan/contract.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, unboundedRupiah } from "#shared/fields/answered.ts";
import { defineTexts } from "#shared/texts.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Maximum number of days that any instalment of the running loan may have been late. */
export const maxReloanDaysLate = 5;
/** Minimum share of the new amount that reaches the borrower's account. */
export const minNetPercent = 30;

/** Why no repeat loan is given, in the order in which the page says it. */
export const reloanRefusals = [
  "NOT_OFFERED",
  "NO_LOAN",
  "OTHER_LOAN_OPEN",
  "IS_REPEAT",
  "IS_RESTRUCTURED",
  "MONEY_RETURNED",
  "PAYMENT_DUE",
  "PAID_LATE",
  "TOO_LITTLE_REPAID",
  "NET_TOO_SMALL",
] as const;
export type ReloanRefusal = (typeof reloanRefusals)[number];

/** Each refusal in words. */
export const reloanRefusalTexts = defineTexts({
  NOT_OFFERED: {
    id: "Pinjaman ulang sedang tidak ditawarkan.",
    en: "Repeat loans are not offered at the moment.",
    zh: "目前不提供续借。",
  },
  NO_LOAN: {
    id: "Tidak ada pinjaman berjalan yang bisa dilunasi.",
    en: "There is no running loan that it could pay off.",
    zh: "没有可还清的进行中借款。",
  },
  OTHER_LOAN_OPEN: {
    id: "Anda masih punya pengajuan atau pinjaman lain.",
    en: "You have another application or loan that is open.",
    zh: "您还有其他未结束的申请或借款。",
  },
  IS_REPEAT: {
    id: "Pinjaman ini sendiri adalah pinjaman ulang. Lunasi dulu.",
    en: "This loan is itself a repeat loan. Pay it off first.",
    zh: "此借款本身即为续借，请先还清。",
  },
  IS_RESTRUCTURED: {
    id: "Pinjaman ini sudah direstrukturisasi. Lunasi dulu.",
    en: "This loan was restructured. Pay it off first.",
    zh: "此借款已重组，请先还清。",
  },
  MONEY_RETURNED: {
    id: "Dana pinjaman ini dikembalikan bank dan sedang diurus.",
    en: "The bank sent this loan's money back; we are handling it.",
    zh: "此借款的资金被银行退回，正在处理。",
  },
  PAYMENT_DUE: {
    id: "Ada tagihan yang sudah jatuh tempo. Bayar dulu.",
    en: "A payment is due. Pay it first.",
    zh: "有已到期的账单，请先支付。",
  },
  PAID_LATE: {
    id: `Cicilan pinjaman ini pernah terlambat lebih dari ${maxReloanDaysLate} hari.`,
    en: `An instalment of this loan was more than ${maxReloanDaysLate} days late.`,
    zh: `此借款曾逾期超过 ${maxReloanDaysLate} 天。`,
  },
  TOO_LITTLE_REPAID: {
    id: "Pokok pinjaman ini belum dibayar setengahnya.",
    en: "Less than half of this loan's principal is repaid.",
    zh: "此借款的本金还款未达一半。",
  },
  NET_TOO_SMALL: {
    id: `Setelah melunasi, yang Anda terima kurang dari ${minNetPercent}% jumlah baru. Pilih jumlah lebih besar.`,
    en: `After paying it off you would receive less than ${minNetPercent}% of the new amount. Choose a larger one.`,
    zh: `还清后您到手不足新借款的 ${minNetPercent}%。请选择更大的金额。`,
  },
});

export const reloan = v.object({
  allowed: v.boolean(),
  refusals: v.array(v.picklist(reloanRefusals)),
  /** The loan that it would pay off; null where none runs, and then there is no quote either. */
  old: v.nullable(
    openShape("RunningLoan", {
      loanId: v.string(),
      number: v.string(),
      payoffRupiah: answeredRupiah,
      unpaidPrincipalRupiah: answeredRupiah,
    }),
  ),
  /** Without a fee; `receivedRupiah` is the net amount. */
  quote: v.nullable(quote),
  netRupiah: answeredRupiah,
  /** Rupiah to pay above today's payoff if the running loan is kept and paid by its schedule. */
  costKeepRupiah: unboundedRupiah,
  /** All interest of the new loan. */
  costReloanRupiah: answeredRupiah,
  /** The second less the first; below zero where the new loan costs less. */
  extraRupiah: unboundedRupiah,
  /** The amounts possible for this borrower today: from the smallest that leaves enough to pay out, to the limit. */
  minimumRupiah: answeredRupiah,
  maximumRupiah: answeredRupiah,
  stepRupiah: answeredRupiah,
});
export type Reloan = v.InferOutput<typeof reloan>;

export const getReloan = defineCall({
  id: "getReloan",
  method: "GET",
  path: "/api/loan/reloan",
  summary:
    "Whether a new loan that pays off the running one is offered, and its additional cost. Without amount and tenor: the smallest amount, the longest tenor.",
  policy: { who: "borrower" },
  input: v.strictObject({
    amountRupiah: v.optional(wholeNumber("AMOUNT_FORMAT")),
    tenorDays: v.optional(wholeNumber("CHOICE_INVALID")),
  }),
  output: reloan,
  problems: termsProblems,
});

/** Reasons to refuse a repeat loan, in addition to those of any application. */
export const reloanProblems = {
  RELOAN_REFUSED: {
    status: 409,
    text: {
      id: "Pinjaman ulang ini tidak bisa diberikan. {reasonText}",
      en: "This repeat loan cannot be given. {reasonText}",
      zh: "无法办理此续借。{reasonText}",
    },
    data: v.object({ refusals: v.array(v.picklist(reloanRefusals)), reasonText: v.string() }),
  },
} as const satisfies ProblemKinds;
