/** Paying loans out: staff's view of transfers that failed or have no result, and how two people settle one. */
import * as v from "valibot";
import { loanStates } from "#features/credit/loan/contract.ts";
import { moneyReason, moneyReasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { approval, fourEyesProblems, tierProblems } from "#shared/four-eyes.ts";
import { proposalProblems, proposed } from "#features/credit/treasury/contract.ts";
import { idListQuery, listOf, orderedListQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";

/** The decisions possible for a loan whose transfer failed for good. */
export const settlementActions = ["SAME_ACCOUNT", "OTHER_ACCOUNT", "CANCEL"] as const;

/** The purposes of a transfer. */
export const disbursementKinds = ["LOAN", "BALANCE_REFUND", "WALLET", "UNMATCHED_RETURN", "LENDER_WITHDRAWAL"] as const;

const id = v.pipe(v.string(), v.uuid());
export const failedTransfer = v.object({
  transferId: v.string(),
  purpose: v.picklist(disbursementKinds),
  /** The loan's (refund's, withdrawal's) id. */
  subjectId: v.string(),
  borrowerId: v.string(),
  /** The transfer's loan; null for another purpose. */
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  amountRupiah: unboundedRupiah,
  /** FAILED: the bank refused or returned it. WAITING: it has not been sent yet. UNKNOWN: no result is known. */
  state: v.picklist(["FAILED", "WAITING", "UNKNOWN"]),
  /** The bank's code, or why it waits. */
  code: v.nullable(v.string()),
  orderedAt: instant,
  endedAt: v.nullable(instant),
  /** Receivers that a settlement may name, masked. */
  accounts: v.array(
    v.object({
      id: v.string(),
      bankName: v.string(),
      masked: v.string(),
      accountName: v.string(),
      isFailed: v.boolean(),
    }),
  ),
  proposal: v.nullable(
    v.object({
      settlementId: v.string(),
      deed: v.picklist(settlementActions),
      bankAccountId: v.nullable(v.string()),
      reason: v.string(),
      makerId: v.string(),
      madeAt: instant,
    }),
  ),
});
export type FailedTransfer = v.InferOutput<typeof failedTransfer>;

export const transferOrders = ["OLDEST", "NEWEST"] as const;

export const listFailedDisbursements = defineCall({
  id: "listFailedDisbursements",
  method: "GET",
  path: "/api/staff/disbursements/failed",
  summary:
    "Transfers that failed for good or have no result after 20 minutes, each with its open proposal. `from` and `to` filter by the day of the order.",
  policy: {
    who: "staff",
    permission: "disbursement.read",
    trail: {
      id: "Melihat pencairan gagal",
      en: "Viewed failed payouts",
      zh: "查看失败放款",
    },
  },
  input: v.strictObject({
    ...orderedListQuery(transferOrders, "OLDEST"),
    purpose: v.optional(v.picklist(disbursementKinds, "CHOICE_INVALID")),
  }),
  output: listOf(failedTransfer),
  problems: {},
});

export const exportFailedDisbursements = defineExport(listFailedDisbursements, {
  id: "exportFailedDisbursements",
  summary: "The list of transfers that wait for staff as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar pencairan gagal", en: "Downloaded the failed payouts", zh: "下载失败放款列表" },
});

const settlementProblems = {
  TRANSFER_NOT_FAILED: {
    status: 409,
    text: {
      id: "Transfer ini tidak menunggu penyelesaian.",
      en: "This transfer is not waiting to be settled.",
      zh: "该转账无需处理。",
    },
  },
  SETTLEMENT_OPEN: {
    status: 409,
    text: {
      id: "Sudah ada usulan untuk transfer ini.",
      en: "There is a proposal for this transfer already.",
      zh: "该转账已有处理提案。",
    },
  },
  ACCOUNT_UNKNOWN: {
    status: 422,
    text: {
      id: "Pilih rekening milik peminjam ini.",
      en: "Choose an account of this borrower.",
      zh: "请选择该借款人的账户。",
    },
  },
} as const satisfies ProblemKinds;

export const proposeSettlement = defineCall({
  id: "proposePayoutSettlement",
  method: "POST",
  path: "/api/staff/disbursements/{transferId}/settlement",
  summary:
    "Proposes how to settle a failed payout: send it again to the same account or to another one, or cancel the loan. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "disbursement.settle",
    idempotent: true,
    trail: {
      id: "Mengusulkan penyelesaian",
      en: "Proposed a settlement",
      zh: "提议处理方式",
    },
  },
  vital: true,
  input: v.strictObject({
    transferId: id,
    deed: v.picklist(settlementActions, "CHOICE_INVALID"),
    bankAccountId: v.optional(id),
    reason: moneyReason,
  }),
  output: v.object({ settlementId: v.string() }),
  problems: settlementProblems,
  fieldProblems: moneyReasonProblems,
});

export const checkSettlement = defineCall({
  id: "checkPayoutSettlement",
  method: "POST",
  path: "/api/staff/disbursements/settlements/{settlementId}/check",
  summary: "Confirms or refuses a proposal; never by the one who made it.",
  policy: {
    who: "staff",
    permission: "disbursement.settle",
    idempotent: true,
    trail: {
      id: "Memeriksa penyelesaian",
      en: "Checked a settlement",
      zh: "复核处理方式",
    },
  },
  vital: true,
  input: v.strictObject({
    settlementId: id,
    approve: approval,
  }),
  output: v.object({ state: v.picklist(["CONFIRMED", "REFUSED"]) }),
  problems: {
    ...unknown("SETTLEMENT_UNKNOWN", {
      id: "Usulan ini tidak ada atau sudah diputuskan.",
      en: "This proposal does not exist or is decided already.",
      zh: "该提案不存在或已处理。",
    }),
    ...fourEyesProblems,
    ...tierProblems,
    TRANSFER_NOT_FAILED: settlementProblems.TRANSFER_NOT_FAILED,
  },
});

/**
 * Decisions about money that was paid after its transfer had been given up: it COUNTs as paid after all, it was
 * RECOVERED from the receiver, or it is lost (WRITE_OFF).
 */
export const lateActions = ["COUNT", "RECOVERED", "WRITE_OFF"] as const;
export type LateAction = (typeof lateActions)[number];

export const latePayout = v.object({
  transferId: v.string(),
  purpose: v.picklist(disbursementKinds),
  borrowerId: v.string(),
  /** The transfer's loan; null for another purpose. */
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  /** The loan's current state; null for another purpose. */
  loanState: v.nullable(v.picklist(loanStates)),
  amountRupiah: unboundedRupiah,
  orderedAt: instant,
  /** When the bank said that it failed, and why. */
  failedAt: v.nullable(instant),
  failureCode: v.nullable(v.string()),
  /** The bank's time of payment, and when we learned of it. */
  settledAt: instant,
  foundAt: instant,
  providerReference: v.string(),
  /** The open proposal; it is checked among the money moved by hand. */
  proposalId: v.nullable(v.string()),
});
export type LatePayout = v.InferOutput<typeof latePayout>;

export const listLatePayouts = defineCall({
  id: "listLatePayouts",
  method: "GET",
  path: "/api/staff/disbursements/late",
  summary:
    "Transfers that were booked as failed although the bank paid them: their money is in the suspense account. Oldest first.",
  policy: {
    who: "staff",
    permission: "disbursement.read",
    trail: {
      id: "Melihat transfer terbayar terlambat",
      en: "Viewed late-paid transfers",
      zh: "查看放弃后到账的转账",
    },
  },
  input: v.strictObject(idListQuery),
  output: listOf(latePayout),
  problems: {},
});

export const proposeLatePayout = defineCall({
  id: "proposeLatePayout",
  method: "POST",
  path: "/api/staff/disbursements/{transferId}/late",
  summary:
    "Proposes how to settle a transfer that the bank paid after it was booked as failed. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: {
      id: "Mengusulkan penanganan transfer",
      en: "Proposed how to handle a transfer",
      zh: "提议转账款项处理",
    },
  },
  vital: true,
  input: v.strictObject({ transferId: id, deed: v.picklist(lateActions, "CHOICE_INVALID"), reason: moneyReason }),
  output: proposed,
  problems: {
    ...proposalProblems,
    NOT_PAID_LATE: {
      status: 409,
      text: {
        id: "Transfer ini tidak menunggu keputusan.",
        en: "Nothing is to be decided about this transfer.",
        zh: "该转账无需决定。",
      },
    },
  },
  fieldProblems: moneyReasonProblems,
});

/**
 * Decisions about money that had arrived and was sent back by the receiving bank: send it once more (SEND_AGAIN),
 * return it to its source so that the loan counts as never paid out (GIVE_BACK), or the bank withdrew its report and
 * the receiver kept the money (STANDS).
 */
export const returnedActions = ["SEND_AGAIN", "GIVE_BACK", "STANDS"] as const;
export type ReturnedAction = (typeof returnedActions)[number];

export const returnedPayout = v.object({
  transferId: v.string(),
  purpose: v.picklist(disbursementKinds),
  borrowerId: v.string(),
  /** The transfer's loan; null for another purpose. */
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  loanState: v.nullable(v.picklist(loanStates)),
  amountRupiah: unboundedRupiah,
  /** When it had arrived, when it came back by our knowledge, and why by the bank's code. */
  settledAt: instant,
  foundAt: instant,
  code: v.string(),
  /** OPEN waits for a decision, SENDING is on its way again. */
  state: v.picklist(["OPEN", "SENDING"]),
  /** Why the last sending failed too. */
  resendCode: v.nullable(v.string()),
  /** Whether the money can be returned to its source. */
  mayGiveBack: v.boolean(),
  /** Whether the money may be sent again, and the possible accounts, masked. */
  mayResend: v.boolean(),
  accounts: v.array(
    v.object({
      id: v.string(),
      bankName: v.string(),
      masked: v.string(),
      accountName: v.string(),
      cameBack: v.boolean(),
    }),
  ),
  proposalId: v.nullable(v.string()),
});
export type ReturnedPayout = v.InferOutput<typeof returnedPayout>;

export const listReturnedPayouts = defineCall({
  id: "listReturnedPayouts",
  method: "GET",
  path: "/api/staff/disbursements/returned",
  summary:
    "Transfers that the receiving bank returned after they had arrived: their money is in the suspense account, or on its way again.",
  policy: {
    who: "staff",
    permission: "disbursement.read",
    trail: {
      id: "Melihat transfer yang dikembalikan",
      en: "Viewed returned transfers",
      zh: "查看被退回的转账",
    },
  },
  input: v.strictObject(idListQuery),
  output: listOf(returnedPayout),
  problems: {},
});

export const proposeReturnedPayout = defineCall({
  id: "proposeReturnedPayout",
  method: "POST",
  path: "/api/staff/disbursements/{transferId}/returned",
  summary:
    "Proposes how to settle a returned transfer: send it again, return the money to its owner, or let the transfer stand. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: {
      id: "Mengusulkan penanganan dana yang kembali",
      en: "Proposed how to handle returned money",
      zh: "提议退回款项处理",
    },
  },
  vital: true,
  input: v.strictObject({
    transferId: id,
    deed: v.picklist(returnedActions, "CHOICE_INVALID"),
    bankAccountId: v.optional(id),
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...proposalProblems,
    NOT_RETURNED: {
      status: 409,
      text: {
        id: "Transfer ini tidak menunggu keputusan.",
        en: "Nothing is to be decided about this transfer.",
        zh: "该转账无需决定。",
      },
    },
    GIVE_BACK_IMPOSSIBLE: {
      status: 409,
      text: {
        id: "Dana ini tidak bisa dikembalikan ke asalnya. Kirim lagi ke rekening peminjam.",
        en: "This money cannot go back to where it came from. Send it to the borrower again.",
        zh: "该款项无法退回原处，请重新发送给借款人。",
      },
    },
    RESEND_IMPOSSIBLE: {
      status: 409,
      text: {
        id: "Dana ini tidak bisa dikirim lagi dari sini. Kembalikan dananya ke asalnya.",
        en: "This money cannot be sent again from here. Give it back to where it came from.",
        zh: "该款项无法在此重新发送，请退回原处。",
      },
    },
    ACCOUNT_UNKNOWN: settlementProblems.ACCOUNT_UNKNOWN,
  },
  fieldProblems: moneyReasonProblems,
});
