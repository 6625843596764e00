/**
 * The company's own money: money that arrives in its bank account, and payments from it to escrow, partners and the
 * state. // Product decisions, rewards 10
 */
import * as v from "valibot";
import { moneyReason, moneyReasonProblems, noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { unboundedRupiah } from "#shared/fields/answered.ts";
import { proposalProblems, proposed, statementLine, statementLineProblems } from "./contract.ts";

/** OPERATING_DEPOSIT comes in; the others leave the company's bank account. */
export const houseActions = ["OPERATING_DEPOSIT", "ESCROW_TOP_UP", "VOUCHER_PAID", "PRIZE_TAX_PAID"] as const;
export type HouseAction = (typeof houseActions)[number];

export const getHouseMoney = defineCall({
  id: "getHouseMoney",
  method: "GET",
  path: "/api/staff/money/house",
  summary: "The company's own bank account and its debts: vouchers to partners, tax on prizes to the state.",
  policy: {
    who: "staff",
    permission: "money.read",
    trail: { id: "Melihat dana perusahaan", en: "Viewed the company's money", zh: "查看公司资金" },
  },
  input: noInput,
  output: v.object({
    operatingCashRupiah: unboundedRupiah,
    voucherPayableRupiah: unboundedRupiah,
    prizeTaxPayableRupiah: unboundedRupiah,
    /** Discounts by coupons that the company has not yet paid into escrow, in rupiah. */
    escrowOwedRupiah: unboundedRupiah,
  }),
  problems: {},
});

export const proposeHouseMoney = defineCall({
  id: "proposeHouseMoney",
  method: "POST",
  path: "/api/staff/money/house",
  summary:
    "Proposes to book a line of the company's bank statement, by the bank's reference: a deposit, a transfer to escrow for coupons, or a payment of vouchers or of tax on prizes. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: { id: "Mengusulkan dana perusahaan", en: "Proposed a move of the company's money", zh: "提议公司资金处理" },
  },
  vital: true,
  input: v.strictObject({
    deed: v.picklist(houseActions, "CHOICE_INVALID"),
    ...statementLine,
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...proposalProblems,
    HOUSE_MONEY_BOOKED: {
      status: 409,
      text: {
        id: "Referensi bank ini sudah dibukukan.",
        en: "This bank reference is booked already.",
        zh: "该银行参考号已入账。",
      },
    },
    HOUSE_MONEY_DATE: {
      status: 422,
      field: "receivedOn",
      text: {
        id: "Tanggal tidak boleh di masa depan.",
        en: "The day cannot be in the future.",
        zh: "日期不能晚于今天。",
      },
    },
    HOUSE_MONEY_SHORT: {
      status: 422,
      field: "amountRupiah",
      text: {
        id: "Paling banyak {maximumText} untuk hal ini.",
        en: "At most {maximumText} for this.",
        zh: "此项最多 {maximumText}。",
      },
      data: v.object({ maximumRupiah: unboundedRupiah, maximumText: v.string() }),
    },
  },
  fieldProblems: {
    ...moneyReasonProblems,
    ...statementLineProblems,
  },
});
