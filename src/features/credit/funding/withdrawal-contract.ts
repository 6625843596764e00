/** Money back to lenders: the registered account of each, and withdrawals to it, by two people. // Spec credit-support 7 */
import * as v from "valibot";
import { moneyReason, moneyReasonProblems } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { bankAccountNumber, bankCode } from "#shared/fields/bank.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { proposalOpen } from "#shared/four-eyes.ts";
import { proposalProblems, proposed, statementLine } from "#features/credit/treasury/contract.ts";

export const lenderWithdrawalStates = ["PENDING", "PAID", "FAILED", "RETURNED"] as const;
const lenderId = v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED"), v.maxLength(64, "CHOICE_INVALID"));
const lenderUnknown = {
  LENDER_UNKNOWN: {
    status: 422,
    field: "lenderId",
    text: { id: "Pemberi dana ini tidak terdaftar.", en: "There is no such lender.", zh: "该出借人未登记。" },
  },
} as const satisfies ProblemKinds;
const account = v.object({ bankName: v.string(), masked: v.string(), accountName: v.string() });

const withdrawal = v.object({
  withdrawalId: v.string(),
  lenderId: v.string(),
  lenderName: v.string(),
  amountRupiah: answeredRupiah,
  state: v.picklist(lenderWithdrawalStates),
  /** The bank's code when it failed or came back. */
  failureCode: v.nullable(v.string()),
  orderedAt: instant,
  endedAt: v.nullable(instant),
});
export type LenderWithdrawal = v.InferOutput<typeof withdrawal>;

export const listLenderWithdrawals = defineCall({
  id: "listLenderWithdrawals",
  method: "GET",
  path: "/api/staff/lenders/withdrawals",
  summary:
    "Withdrawals of lenders, newest first, and each lender's registered account with the amount that can be withdrawn.",
  policy: {
    who: "staff",
    permission: "money.read",
    trail: { id: "Melihat penarikan pemberi dana", en: "Viewed lenders' withdrawals", zh: "查看出借人提款" },
  },
  input: v.strictObject({ ...listQuery, cursor: cursorLike(/^\d{1,14}~[0-9a-f-]{36}$/) }),
  output: v.strictObject({
    ...listOf(withdrawal).entries,
    lenders: v.array(
      v.object({
        lenderId: v.string(),
        name: v.string(),
        availableRupiah: unboundedRupiah,
        /** Null until one is registered. */
        account: v.nullable(account),
      }),
    ),
  }),
  problems: {},
});

export const proposeLenderAccount = defineCall({
  id: "proposeLenderAccount",
  method: "POST",
  path: "/api/staff/lenders/account",
  summary:
    "Proposes the bank account to which a lender's withdrawals go. The bank names its holder; another person confirms.",
  policy: {
    who: "staff",
    permission: "money.propose",
    trail: { id: "Mengusulkan rekening pemberi dana", en: "Proposed a lender's account", zh: "提议出借人账户" },
  },
  vital: true,
  input: v.strictObject({ lenderId, bankCode, accountNumber: bankAccountNumber, reason: moneyReason }),
  output: proposed,
  problems: {
    ...lenderUnknown,
    ...proposalOpen,
    ACCOUNT_NOT_FOUND: {
      status: 422,
      field: "accountNumber",
      text: {
        id: "Bank tidak mengenal nomor rekening ini.",
        en: "The bank does not know this account number.",
        zh: "银行查无此账号。",
      },
    },
    BANK_NOT_ANSWERING: {
      status: 409,
      text: {
        id: "Bank belum menjawab. Coba lagi sebentar.",
        en: "The bank does not answer yet. Try again in a moment.",
        zh: "银行暂未答复，请稍后再试。",
      },
    },
  },
  fieldProblems: moneyReasonProblems,
});

export const proposeLenderWithdrawal = defineCall({
  id: "proposeLenderWithdrawal",
  method: "POST",
  path: "/api/staff/lenders/withdrawals",
  summary: "Proposes to pay out a lender's idle money to the lender's registered account. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: { id: "Mengusulkan penarikan", en: "Proposed a withdrawal", zh: "提议提款" },
  },
  vital: true,
  input: v.strictObject({
    lenderId,
    amountRupiah: statementLine.amountRupiah,
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...proposalProblems,
    ...lenderUnknown,
    ACCOUNT_NONE: {
      status: 409,
      field: "lenderId",
      text: {
        id: "Daftarkan dulu rekening pemberi dana ini.",
        en: "Register an account of this lender first.",
        zh: "请先登记该出借人的账户。",
      },
    },
    WITHDRAWAL_OVER: {
      status: 422,
      field: "amountRupiah",
      text: {
        id: "Paling banyak {maximumText}: sisanya sedang dipinjamkan.",
        en: "At most {maximumText}: the rest is lent.",
        zh: "最多 {maximumText}：其余正在出借中。",
      },
      data: v.object({ maximumRupiah: unboundedRupiah, maximumText: v.string() }),
    },
  },
  fieldProblems: moneyReasonProblems,
});
