/** The result of a payment, by its reference. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";
import { billsLinkPurpose, paymentMethods, unknownRequest } from "./contract.ts";

export const result = openShape("PaymentResult", {
  /** RECEIVED: the ledger holds the money. WAITING: it does not, and it may still come. FAILED: it will not come. */
  state: v.picklist(["RECEIVED", "WAITING", "FAILED"]),
  reference: v.string(),
  amountRupiah: v.nullable(answeredRupiah),
  paidAt: v.nullable(instant),
  way: v.picklist(paymentMethods),
  failureCode: v.nullable(v.string()),
  loanId: v.string(),
  loanNumber: v.string(),
  /** After this payment, today. */
  remainingRupiah: answeredRupiah,
  nextDueDate: v.nullable(answeredDate),
  nextDueRupiah: answeredRupiah,
  isPaidOff: v.boolean(),
  balanceRupiah: answeredRupiah,
});
export type PaymentResult = v.InferOutput<typeof result>;

const referenceInput = v.strictObject({
  reference: v.pipe(v.string("REQUIRED"), v.regex(/^[A-Za-z0-9_-]{1,64}$/, "ID_INVALID")),
});

export const getResult = defineCall({
  id: "getPaymentResult",
  method: "GET",
  path: "/api/repayment/result",
  summary:
    "The result of a payment, by the reference of its request, a virtual account number or the payment's id. A payment counts as received only once it is in the ledger.",
  policy: { who: "borrower" },
  input: referenceInput,
  output: result,
  problems: unknownRequest,
});
export const getLinkResult = defineCall({
  ...getResult,
  id: "getLinkPaymentResult",
  path: "/api/repayment/link/result",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "The result of a payment, from a signed link.",
});
