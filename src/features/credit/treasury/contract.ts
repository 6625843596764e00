/** Money that staff move by hand: proposals, their checks, and lenders' deposits. // Product decisions 4, 5; threat B13 */
import * as v from "valibot";
import { moneyReason, moneyReasonProblems, noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { cleanLine, typedSigns } from "#shared/fields/cleaning.ts";
import { businessDate } from "#shared/fields/date.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { approval, fourEyesProblems, tierProblems } from "#shared/four-eyes.ts";
import { proposalStale } from "#shared/proposals.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Actions that can be proposed; the domain that owns the money carries each out. */
export const moneyActions = [
  "RETURN_UNMATCHED",
  "REVERSE_PAYMENT",
  "LATE_PAYOUT",
  "RETURNED_PAYOUT",
  "LENDER_DEPOSIT",
  "OPERATING_DEPOSIT",
  "ESCROW_TOP_UP",
  "VOUCHER_PAID",
  "PRIZE_TAX_PAID",
  "WAIVER",
  "LOAN_WRITE_OFF",
  "LENDER_DISTRIBUTION",
  "LENDER_WITHDRAWAL",
] as const;
export type MoneyAction = (typeof moneyActions)[number];

const id = v.pipe(v.string("ID_INVALID"), v.uuid("ID_INVALID"));

/** Problems of every call that proposes something of this kind. */
export const proposalProblems = {
  PROPOSAL_OPEN: {
    status: 409,
    text: {
      id: "Sudah ada usulan yang menunggu untuk hal ini.",
      en: "A proposal for this is already waiting.",
      zh: "此事项已有待复核的提案。",
    },
  },
} as const satisfies ProblemKinds;

export const proposed = openShape("MoneyProposed", { proposalId: v.string() });

export const moneyProposal = v.object({
  proposalId: v.string(),
  deed: v.picklist(moneyActions),
  state: v.picklist(["PROPOSED", "CONFIRMED", "REFUSED", "TAKEN_BACK", "STALE"]),
  subjectId: v.string(),
  borrowerId: v.nullable(v.string()),
  amountRupiah: unboundedRupiah,
  /** With its parts: what the same person proposed before it, and the reader has confirmed, over the days that the tiers add up (7 by default), for the same lender, account, loan or borrower. */
  dayRupiah: unboundedRupiah,
  /** Ids, codes and figures of the action. */
  facts: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
  /** The receiver of the money, the account number masked. */
  payee: v.nullable(v.object({ bankName: v.string(), masked: v.string(), accountName: v.string() })),
  /** Null once the data of the borrower concerned was deleted. */
  reason: v.nullable(v.string()),
  makerId: v.string(),
  madeAt: instant,
  checkerId: v.nullable(v.string()),
  checkedAt: v.nullable(instant),
  /** The amount from which on a checker needs a further permission, where the sum reaches it. */
  tierRupiah: v.nullable(unboundedRupiah),
  /** Whether the reader's roles allow the check; the maker may never check. */
  mayCheck: v.boolean(),
});
export type MoneyProposal = v.InferOutput<typeof moneyProposal>;

export const listMoneyProposals = defineCall({
  id: "listMoneyProposals",
  method: "GET",
  path: "/api/staff/money/proposals",
  summary: "Proposals to move money by hand: open ones, oldest first, or checked ones, newest first.",
  policy: {
    who: "staff",
    permission: "money.read",
    trail: { id: "Melihat usulan dana", en: "Viewed money proposals", zh: "查看资金提案" },
  },
  input: v.strictObject({ ...idListQuery, state: v.optional(v.picklist(["OPEN", "DONE"], "CHOICE_INVALID"), "OPEN") }),
  output: listOf(moneyProposal),
  problems: {},
});

/** Reasons why a proposal cannot be carried out, besides a changed state (PROPOSAL_STALE). */
export const carryOutProblems = {
  /** The overpayment that would have to be taken back is spent. */
  BALANCE_SPENT: {
    status: 409,
    text: {
      id: "Kelebihan bayarnya sudah dipakai atau sedang dikembalikan. Selesaikan dulu dengan peminjam.",
      en: "The overpaid money has been used or is being refunded. Settle it with the borrower first.",
      zh: "多付款项已使用或正在退款，请先与借款人处理。",
    },
  },
  /** The principal that would have to be lent again is lent to others or withdrawn. */
  LENDER_SHORT: {
    status: 409,
    text: {
      id: "Dana pemberi dana yang belum tersalur tidak cukup untuk pokok pinjaman ini. Bukukan setoran dulu, lalu periksa lagi usulan ini.",
      en: "The lender's unlent money does not cover this loan's principal. Book a deposit first, then check this proposal again.",
      zh: "出借人未放出的资金不足以覆盖该借款本金。请先入账一笔入金，再复核此提案。",
    },
  },
} as const satisfies ProblemKinds;

export const checkMoneyProposal = defineCall({
  id: "checkMoneyProposal",
  method: "POST",
  path: "/api/staff/money/proposals/{proposalId}/check",
  summary:
    "Confirms or refuses a proposal; never by the one who made it, and above a tier only by a higher permission.",
  policy: {
    who: "staff",
    permission: "money.check",
    idempotent: true,
    trail: {
      id: "Memeriksa usulan dana",
      en: "Checked a money proposal",
      zh: "复核资金提案",
    },
  },
  vital: true,
  input: v.strictObject({
    proposalId: id,
    approve: approval,
  }),
  output: v.object({ state: v.picklist(["CONFIRMED", "REFUSED"]) }),
  problems: {
    ...unknown("PROPOSAL_UNKNOWN", {
      id: "Usulan ini tidak ada atau sudah diputuskan.",
      en: "This proposal does not exist or is decided already.",
      zh: "该提案不存在或已处理。",
    }),
    ...fourEyesProblems,
    ...tierProblems,
    ...proposalStale,
    ...carryOutProblems,
  },
});

export const lenderFunds = v.object({
  lenderId: v.string(),
  name: v.string(),
  active: v.boolean(),
  availableRupiah: unboundedRupiah,
  investedRupiah: unboundedRupiah,
});

export const listLenderFunds = defineCall({
  id: "listLenderFunds",
  method: "GET",
  path: "/api/staff/money/lenders",
  summary: "Lenders of record with their idle and lent money.",
  policy: {
    who: "staff",
    permission: "money.read",
    trail: { id: "Melihat dana pemberi dana", en: "Viewed lenders' funds", zh: "查看出借人资金" },
  },
  input: noInput,
  output: v.object({ items: v.array(lenderFunds) }),
  problems: {},
});

/** Limit of one deposit in rupiah; a larger one is booked in parts. */
export const maxDepositRupiah = 1_000_000_000_000;

/** A line that a maker copies from a bank statement; its reference makes sure that it is booked once. */
export const statementLine = {
  amountRupiah: v.pipe(
    v.number("AMOUNT_FORMAT"),
    v.safeInteger("AMOUNT_FORMAT"),
    v.minValue(1, "AMOUNT_FORMAT"),
    v.maxValue(maxDepositRupiah, "AMOUNT_FORMAT"),
  ),
  bankReference: v.pipe(
    v.string("REQUIRED"),
    v.maxLength(80, "BANK_REFERENCE_FORMAT"),
    v.regex(typedSigns(String.raw`A-Za-z0-9._\/`), "BANK_REFERENCE_FORMAT"),
    v.transform(cleanLine),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{3,39}$/, "BANK_REFERENCE_FORMAT"),
  ),
  receivedOn: businessDate,
};
export const statementLineProblems = {
  BANK_REFERENCE_FORMAT: {
    id: "Salin referensi dari rekening koran: 4–40 huruf, angka, titik, garis.",
    en: "Copy the reference from the statement: 4 to 40 letters, digits, dots, dashes.",
    zh: "请按对账单填写参考号：4–40 位字母、数字、点或横线。",
  },
};

export const proposeDeposit = defineCall({
  id: "proposeDeposit",
  method: "POST",
  path: "/api/staff/money/deposits",
  summary:
    "Proposes to book a lender's deposit that has arrived in the escrow account, by the bank's reference. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: { id: "Mengusulkan setoran", en: "Proposed a deposit", zh: "提议入金" },
  },
  vital: true,
  input: v.strictObject({
    lenderId: v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED"), v.maxLength(64, "CHOICE_INVALID")),
    ...statementLine,
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...proposalProblems,
    LENDER_UNKNOWN: {
      status: 422,
      text: { id: "Pemberi dana ini tidak terdaftar.", en: "There is no such lender.", zh: "该出借人未登记。" },
    },
    DEPOSIT_BOOKED: {
      status: 409,
      text: {
        id: "Setoran dengan referensi bank ini sudah dibukukan.",
        en: "A deposit with this bank reference is booked already.",
        zh: "该银行参考号的入金已入账。",
      },
    },
    DEPOSIT_DATE: {
      status: 422,
      text: {
        id: "Tanggal masuk tidak boleh di masa depan.",
        en: "The day of receipt cannot be in the future.",
        zh: "入账日期不能晚于今天。",
      },
    },
  },
  fieldProblems: {
    ...moneyReasonProblems,
    ...statementLineProblems,
  },
});
