/** Requests for a payment by a code, a push or a virtual account, and why one may be refused. The calls stand in `contract.ts`. */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Smallest amount of a QRIS code or a push (rupiah): rails refuse less. */
export const minPaymentRupiah = 1_000;

/** A code or push that is paid while it lives counts as of the day it was written for, also after midnight. */
export const paymentRequestDays = {
  /** Its amount is the payoff of this day: paid in time, it ends the loan. */
  payoffOn: v.nullable(answeredDate),
  /** The day as of which it counts when it is paid in time; null: the day of the payment. */
  countsOn: v.nullable(answeredDate),
};

export const paymentRequest = openShape("PaymentRequest", {
  requestId: v.string(),
  rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
  /** The rail and the result page know the request by it. */
  reference: v.string(),
  amountRupiah: v.nullable(answeredRupiah),
  state: v.picklist(["OPENING", "OPEN", "PAID", "FAILED", "EXPIRED"]),
  /** FAILED: why, as a code: `DECLINED`, `TIMED_OUT`, `NO_SUCH_WALLET`, … */
  failureCode: v.nullable(v.string()),
  ...paymentRequestDays,
  requestedAt: instant,
  expiresAt: instant,
});
export type PaymentRequest = v.InferOutput<typeof paymentRequest>;

export const payProblems = {
  NOTHING_TO_PAY: {
    status: 409,
    text: {
      id: "Tidak ada tagihan yang perlu dibayar.",
      en: "There is nothing to pay.",
      zh: "目前没有需要支付的账单。",
    },
  },
  BANK_NOT_OFFERED: {
    status: 422,
    text: {
      id: "Bank ini tidak tersedia. Pilih bank lain.",
      en: "This bank is not available. Choose another one.",
      zh: "该银行不可用，请选择其他银行。",
    },
  },
  RAIL_UNAVAILABLE: {
    status: 503,
    text: {
      id: "Cara bayar ini sedang terganggu. Coba lagi atau pilih cara lain.",
      en: "This payment method is not working right now. Try again or choose another.",
      zh: "该支付方式暂时不可用，请重试或选择其他方式。",
    },
  },
  AMOUNT_ABOVE_PAYOFF: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Jumlah paling banyak {maximumText}: dengan itu pinjaman lunas.",
      en: "At most {maximumText}: that pays the loan off.",
      zh: "最多 {maximumText}，即可结清借款。",
    },
    data: v.object({ maximum: answeredRupiah, maximumText: v.string() }),
  },
  AMOUNT_ABOVE_RAIL: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Lewat cara ini paling banyak {maximumText} sekali bayar. Pakai virtual account, atau bayar bertahap.",
      en: "At most {maximumText} at a time this way. Use a virtual account, or pay in parts.",
      zh: "此方式单笔最多 {maximumText}。请使用虚拟账户，或分次支付。",
    },
    data: v.object({ maximum: answeredRupiah, maximumText: v.string() }),
  },
  AMOUNT_BELOW_LEAST: {
    status: 422,
    field: "amountRupiah",
    text: { id: "Jumlah paling sedikit {minimumText}.", en: "At least {minimumText}.", zh: "最少 {minimumText}。" },
    data: v.object({ minimum: answeredRupiah, minimumText: v.string() }),
  },
  AMOUNT_OUTDATED: {
    status: 409,
    text: {
      id: "Hari sudah berganti. Yang perlu dibayar sekarang {dueText}; untuk melunasi {payoffText}.",
      en: "A new day has begun. To pay now: {dueText}; to pay the loan off: {payoffText}.",
      zh: "已进入新的一天。现需支付 {dueText}；结清需 {payoffText}。",
    },
    data: v.object({ due: answeredRupiah, dueText: v.string(), payoff: answeredRupiah, payoffText: v.string() }),
  },
} as const satisfies ProblemKinds;
