/** Payments that a bank reversed, as staff see them. */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";

export const receiptId = v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/));

export const chargebackPayment = v.object({
  /** The payment's id in the books. */
  receiptId: v.string(),
  rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
  reference: v.string(),
  amountRupiah: answeredRupiah,
  paidAt: instant,
  /** When the rail was asked and did not have it, and its code for why. */
  foundAt: instant,
  code: v.string(),
  /** LOAN: it counts for a loan. SUSPENSE: its owner was not known yet. GONE: it was on its way back to its payer, or had arrived there. */
  where: v.picklist(["LOAN", "SUSPENSE", "GONE"]),
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  /** The open proposal to reverse it; it is checked among the money moved by hand. */
  proposalId: v.nullable(v.string()),
});
export type ChargebackPayment = v.InferOutput<typeof chargebackPayment>;

export const chargebackProblems = {
  NOT_TAKEN_BACK: {
    status: 409,
    text: {
      id: "Pembayaran ini tidak sedang ditarik kembali.",
      en: "This payment is not waiting after a chargeback.",
      zh: "该付款未处于被收回状态。",
    },
  },
} as const satisfies ProblemKinds;
