/** Reward money: the wallet, its records, and withdrawing it. // Product decisions, rewards 3 */
import * as v from "valibot";
import { defineCodes, type CodeOf } from "#shared/codes.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { cursorLike, listOf, listQuery, nextCursor } from "#shared/fields/list.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Causes of a wallet movement. GIVEN_BACK: a failed withdrawal. */
export const recordKinds = defineCodes("wallet-record-kind", {
  REWARD: { id: "Hadiah", en: "Reward", zh: "奖励" },
  WITHDRAWAL: { id: "Penarikan", en: "Withdrawal", zh: "提现" },
  GIVEN_BACK: { id: "Uang kembali", en: "Money returned", zh: "款项退回" },
  EXPIRED: { id: "Berakhir", en: "Ended", zh: "已到期" },
  REVOKED: { id: "Ditarik kembali", en: "Taken back", zh: "已收回" },
});
export type RecordKind = CodeOf<typeof recordKinds>;

/** Spec 4: pending, then succeeded or failed. */
export const rewardWithdrawalStates = defineCodes("wallet-withdrawal-state", {
  PENDING: { id: "Diproses", en: "Pending", zh: "处理中" },
  SUCCEEDED: { id: "Berhasil", en: "Succeeded", zh: "成功" },
  FAILED: { id: "Gagal", en: "Failed", zh: "失败" },
});

export const wallet = v.object({
  /** All reward money, including transfers on their way to the bank. */
  balanceRupiah: answeredRupiah,
  /** The amount that can be withdrawn. */
  availableRupiah: answeredRupiah,
  /** On its way to the bank. */
  heldRupiah: answeredRupiah,
  /** Expiry of the whole wallet; null when it is empty. */
  validUntil: v.nullable(instant),
  /** The smallest withdrawal. */
  minimumRupiah: answeredRupiah,
  /** The monthly limit for withdrawals (WIB), and the part of it left this month. */
  monthCapRupiah: answeredRupiah,
  monthLeftRupiah: answeredRupiah,
  /** First day of the next month, when the limit starts again. */
  nextMonth: answeredDate,
  /** No withdrawal until then, for the account's safety; with `isBlocked` and no end during a review. */
  blockedUntil: v.nullable(instant),
  isBlocked: v.boolean(),
  /** Bank accounts that were added lately, and from when on each takes money. */
  newAccounts: v.array(v.object({ bankAccountId: v.string(), until: instant })),
  /** Years in WIB in which something moved, the newest first: each has a statement for the tax return. */
  years: v.array(v.string()),
  /** The pending withdrawal; at most one. */
  pending: v.nullable(v.object({ withdrawalId: v.string(), amountRupiah: answeredRupiah, arrivesBy: instant })),
});
export type Wallet = v.InferOutput<typeof wallet>;

export const getWallet = defineCall({
  id: "getWallet",
  method: "GET",
  path: "/api/wallet",
  summary: "The borrower's reward money: balance, withdrawable amount, expiry, and the limits of a withdrawal.",
  policy: { who: "borrower" },
  input: noInput,
  output: wallet,
  problems: {},
});

export const walletRecord = openShape("WalletRecord", {
  recordId: v.string(),
  kind: v.picklist(recordKinds.codes),
  amountRupiah: answeredRupiah,
  at: instant,
  /** For a withdrawal its state; all other records are complete. */
  state: v.picklist(rewardWithdrawalStates.codes),
  /** The cause, in the caller's language. */
  title: v.string(),
});
export type WalletRecord = v.InferOutput<typeof walletRecord>;

const cursor = cursorLike(/^\d{1,15}$/);

export const listWalletRecords = defineCall({
  id: "listWalletRecords",
  method: "GET",
  path: "/api/wallet/records",
  summary: "All movements in the wallet, newest first; only of one kind if given.",
  policy: { who: "borrower" },
  input: v.strictObject({ ...listQuery, cursor, kind: v.optional(v.picklist(recordKinds.codes, "CHOICE_INVALID")) }),
  output: listOf(walletRecord),
  problems: {},
});

/** Events of a withdrawal. RETURNED: the receiving bank sent it back, and the decision is open. */
export const wayCodes = ["ORDERED", "SENT", "ARRIVED", "RETURNED", "FAILED", "GIVEN_BACK", "ARRIVED_LATE"] as const;
export type WayCode = (typeof wayCodes)[number];

const recordProblems = unknown("RECORD_UNKNOWN", {
  id: "Catatan ini tidak ada.",
  en: "There is no such record.",
  zh: "该记录不存在。",
});

export const walletRecordWay = v.object({
  record: walletRecord,
  /** For a withdrawal: the destination and the expected arrival. */
  withdrawal: v.nullable(
    v.object({
      withdrawalId: v.string(),
      state: v.picklist(rewardWithdrawalStates.codes),
      bankName: v.string(),
      /** `••••7890` */
      masked: v.string(),
      arrivesBy: instant,
      isLate: v.boolean(),
    }),
  ),
  /** Oldest first; `now` is the current one. */
  way: v.array(
    v.object({ code: v.picklist(wayCodes), at: v.nullable(instant), state: v.picklist(["done", "now", "next"]) }),
  ),
});
export type WalletRecordWay = v.InferOutput<typeof walletRecordWay>;

export const getWalletRecord = defineCall({
  id: "getWalletRecord",
  method: "GET",
  path: "/api/wallet/records/{recordId}",
  summary: "One record with its history: for a withdrawal each step to the bank account and, after a failure, back.",
  policy: { who: "borrower" },
  input: v.strictObject({ recordId: v.pipe(v.string("REQUIRED"), v.uuid("ID_INVALID")) }),
  output: walletRecordWay,
  problems: recordProblems,
});

export const getWalletStatement = defineCall({
  id: "getWalletStatement",
  method: "GET",
  path: "/api/wallet/statement",
  summary:
    "A month of the wallet in WIB (default: the current one), or a whole year: opening balance, each movement with its sign, closing balance. Opening and lines add up to closing; on a later page the opening is that page's own.",
  policy: { who: "borrower" },
  input: v.strictObject({
    ...listQuery,
    cursor,
    month: v.optional(v.pipe(v.string("MONTH_FORMAT"), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "MONTH_FORMAT"))),
    /** In place of a month: for the yearly return of taxes. */
    year: v.optional(v.pipe(v.string("YEAR_FORMAT"), v.regex(/^20\d\d$/, "YEAR_FORMAT"))),
  }),
  output: v.strictObject({
    /** For a year: its first month. */
    month: v.string(),
    year: v.nullable(v.string()),
    /** Rewards of the whole month or year, on whichever page. */
    rewardedRupiah: answeredRupiah,
    openingRupiah: answeredRupiah,
    items: v.array(
      v.object({
        recordId: v.string(),
        kind: v.picklist(recordKinds.codes),
        /** Positive into the wallet, negative out of it. */
        amountRupiah: unboundedRupiah,
        /** Balance after it. */
        balanceRupiah: answeredRupiah,
        at: instant,
        title: v.string(),
      }),
    ),
    closingRupiah: answeredRupiah,
    nextCursor,
  }),
  problems: {},
  fieldProblems: {
    YEAR_FORMAT: {
      id: "Tulis tahun sebagai 2026.",
      en: "Write the year as 2026.",
      zh: "请按 2026 的格式填写年份。",
    },
    MONTH_FORMAT: {
      id: "Tulis bulan sebagai 2026-11.",
      en: "Write the month as 2026-11.",
      zh: "请按 2026-11 的格式填写月份。",
    },
  },
});

export const withdrawProblems = {
  WITHDRAW_BELOW_MINIMUM: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Penarikan paling sedikit {minimumText}.",
      en: "The smallest withdrawal is {minimumText}.",
      zh: "提现金额最少为 {minimumText}。",
    },
    data: v.object({ minimumRupiah: answeredRupiah, minimumText: v.string() }),
  },
  WITHDRAW_OVER_LIMIT: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Jumlah ini melebihi yang bisa ditarik: paling banyak {maximumText}.",
      en: "This is more than can be withdrawn: at most {maximumText}.",
      zh: "此金额超出可提现金额：最多 {maximumText}。",
    },
    data: v.object({ maximumRupiah: answeredRupiah, maximumText: v.string() }),
  },
  MONTHLY_LIMIT_REACHED: {
    status: 409,
    field: "amountRupiah",
    text: {
      id: "Batas penarikan bulan ini tersisa {leftText}. Mulai {nextMonthText} batasnya penuh lagi.",
      en: "{leftText} of this month's limit is left. From {nextMonthText} on you have the full limit again.",
      zh: "本月提现限额还剩 {leftText}。{nextMonthText} 起恢复全额。",
    },
    data: v.object({
      leftRupiah: answeredRupiah,
      leftText: v.string(),
      nextMonth: answeredDate,
      nextMonthText: v.string(),
    }),
  },
  WITHDRAWAL_OPEN: {
    status: 409,
    text: {
      id: "Penarikan sebelumnya masih diproses. Tunggu sampai selesai, lalu tarik lagi.",
      en: "An earlier withdrawal is still under way. Wait until it has ended, then withdraw again.",
      zh: "之前的提现仍在处理中，请等其完成后再提现。",
    },
  },
  BANK_ACCOUNT_UNKNOWN: {
    status: 422,
    field: "bankAccountId",
    text: {
      id: "Pilih rekening bank Anda.",
      en: "Choose one of your bank accounts.",
      zh: "请选择您的银行账户。",
    },
  },
  BANK_ACCOUNT_NEW: {
    status: 409,
    field: "bankAccountId",
    text: {
      id: "Rekening ini baru ditambahkan. Demi keamanan, penarikan ke sini bisa mulai {untilText}.",
      en: "This account was just added. For safety, it can receive withdrawals from {untilText} on.",
      zh: "该账户刚刚添加。为保障安全，{untilText} 起方可提现到此账户。",
    },
    data: v.object({ until: instant, untilText: v.string() }),
  },
  SECURITY_HOLD: {
    status: 423,
    text: {
      id: "Demi keamanan akun Anda, penarikan sedang ditahan. {untilText}",
      en: "For your account's safety, withdrawals are on hold. {untilText}",
      zh: "为保障您的账户安全，提现已暂停。{untilText}",
    },
    data: v.object({ until: v.nullable(instant), untilText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const withdrawReward = defineCall({
  id: "withdrawReward",
  method: "POST",
  path: "/api/wallet/withdraw",
  summary:
    "Sends reward money to one of the borrower's bank accounts, after a STEP_UP_WITHDRAW code. No fee; arrives within a day; one at a time.",
  policy: { who: "borrower", stepUp: "STEP_UP_WITHDRAW", idempotent: true },
  vital: true,
  input: v.strictObject({
    amountRupiah: v.pipe(v.number("AMOUNT_FORMAT"), v.safeInteger("AMOUNT_FORMAT"), v.minValue(1, "AMOUNT_FORMAT")),
    bankAccountId: v.pipe(v.string("REQUIRED"), v.uuid("CHOICE_INVALID")),
  }),
  output: v.object({ withdrawalId: v.string(), state: v.picklist(rewardWithdrawalStates.codes), arrivesBy: instant }),
  problems: withdrawProblems,
});
