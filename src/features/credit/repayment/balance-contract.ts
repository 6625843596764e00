/** The balance of a borrower who paid too much: used for the bill, or paid back. */
import { holdProblems } from "#features/account/hold/contract.ts";
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah } from "#shared/fields/answered.ts";
import { payProblems } from "./request-contract.ts";

export const useBalance = defineCall({
  id: "useBalance",
  method: "POST",
  path: "/api/repayment/balance/use",
  summary:
    "Pays the loan from the borrower's balance: the amount due, else the next instalment, as far as the balance suffices.",
  policy: { who: "borrower", idempotent: true },
  vital: true,
  input: noInput,
  output: v.object({ paymentId: v.string(), amountRupiah: answeredRupiah }),
  problems: {
    NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
    BALANCE_EMPTY: {
      status: 409,
      text: { id: "Saldo Anda kosong.", en: "Your balance is empty.", zh: "您的余额为零。" },
    },
  },
});

export const refundBalance = defineCall({
  id: "refundBalance",
  method: "POST",
  path: "/api/repayment/balance/refund",
  summary: "Pays the whole balance out to the borrower's main bank account, after a STEP_UP_WITHDRAW code.",
  policy: { who: "borrower", stepUp: "STEP_UP_WITHDRAW", idempotent: true },
  vital: true,
  input: noInput,
  output: v.object({ refundId: v.string(), amountRupiah: answeredRupiah }),
  problems: {
    BALANCE_EMPTY: {
      status: 409,
      text: { id: "Saldo Anda kosong.", en: "Your balance is empty.", zh: "您的余额为零。" },
    },
    REFUND_OPEN: {
      status: 409,
      text: {
        id: "Pengembalian sebelumnya masih diproses.",
        en: "An earlier refund is still under way.",
        zh: "之前的退款仍在处理中。",
      },
    },
    ...holdProblems,
    NO_BANK_ACCOUNT: {
      status: 409,
      text: { id: "Tambahkan rekening bank dulu.", en: "Add a bank account first.", zh: "请先添加银行账户。" },
    },
  },
});
