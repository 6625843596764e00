/** Servicing of running loans: the gate in front of each contact, promises to pay and the log of contacts, for the borrower. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { typedRupiah } from "#shared/fields/amount.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { openShape } from "#shared/fields/shape.ts";
import { uuid } from "#shared/fields/verification.ts";
import { agreedHours } from "./hours-contract.ts";

export { stepActions, type StepAction } from "#features/credit/repayment/contract.ts";

/** Days past due up to which we contact a late borrower ourselves. */
export const ownDays = 90;
/** Days past due from which collectors may call, by the plan in force. */
export const callsFromDay = 8;
/** Days within which at most two promises are accepted. */
export const promiseWithinDays = 30;
/** Days late from which a loan may be written off, and days of notice to its lender before that. */
export const writeOffDays = 180;
export const lenderDays = 14;

/** Why the borrower may not be contacted now. */
export const closedReasons = [
  /** Outside Monday to Saturday 08–20 of the borrower's zone, or on a national holiday. */
  "HOURS",
  "LIMIT_DAY",
  "LIMIT_WEEK",
  /** The loan is paid, or does not run. */
  "NOT_OWED",
  "PAID_UP",
  "OVER_90_DAYS",
  "PROMISE",
  "HELP_ASKED",
  "COMPLAINT",
  /** A bank took a payment back, and staff have not decided yet. */
  "TAKEN_BACK",
  "PAYOUT_RETURNED",
  "CONTESTED",
  "DEATH",
] as const;
export type ClosedReason = (typeof closedReasons)[number];

/** Texts that a step can send to the borrower. */
export const reminderTextKinds = ["BEFORE", "DUE", "AFTER", "LETTER_1", "LETTER_2", "LETTER_3", "DAY_91"] as const;
export type StepText = (typeof reminderTextKinds)[number];

export const promiseStates = ["OPEN", "KEPT", "PARTLY", "BROKEN", "CANCELLED"] as const;
export type PromiseState = (typeof promiseStates)[number];

/** How a person of ours contacts the borrower. */
export const contactChannels = ["CALL", "MESSAGE"] as const;
export type ContactWay = (typeof contactChannels)[number];

export const contactOutcomes = [
  "NO_ANSWER",
  "WRONG_NUMBER",
  "REACHED",
  "CALL_BACK",
  "REFUSED",
  "PROMISE",
  "DISPUTE",
  "HARDSHIP",
  "DEATH",
] as const;
export type ContactOutcome = (typeof contactOutcomes)[number];

export const light = v.object({
  channel: v.picklist(["MESSAGE", "CALL"]),
  may: v.boolean(),
  /** Null where it may. */
  reason: v.nullable(v.picklist(closedReasons)),
  /** From when contact is allowed again, by today's facts; null if it is allowed now, or if people decide. */
  opensAt: v.nullable(instant),
});

export const paymentPromise = openShape("PaymentPromise", {
  promiseId: v.string(),
  state: v.picklist(promiseStates),
  amountRupiah: answeredRupiah,
  on: answeredDate,
  /** The last day whose payments keep it. */
  lastOn: answeredDate,
  /** Paid for it so far, rupiah. */
  paidRupiah: answeredRupiah,
  madeAt: instant,
  /** Our staff noted it after a call. */
  byStaff: v.boolean(),
});
export type PaymentPromise = v.InferOutput<typeof paymentPromise>;

/** The amounts and days that can be promised today, both days included. */
export const promiseRange = v.object({
  minRupiah: answeredRupiah,
  maxRupiah: answeredRupiah,
  firstOn: answeredDate,
  lastOn: answeredDate,
});

/** A letter of the plan as it was sent. */
export const servicingLetter = openShape("ServicingLetter", {
  letterId: v.string(),
  title: v.string(),
  sentAt: instant,
});
export type ServicingLetter = v.InferOutput<typeof servicingLetter>;

const servicing = openShape("Servicing", {
  /** The loan to pay; null when nothing is owed. */
  loan: v.nullable(
    v.object({
      loanId: v.string(),
      loanNumber: v.string(),
      daysPastDue: v.number(),
      dueTodayRupiah: answeredRupiah,
      lateFeeRupiah: answeredRupiah,
    }),
  ),
  /** Whether we may contact the borrower about it now, by message and by call. */
  lights: v.array(light),
  /** The newest promise of this loan. */
  promise: v.nullable(paymentPromise),
  /** Null where none can be made: nothing is due, one runs, or two were made in 30 days. */
  range: v.nullable(promiseRange),
  /** The first day on which another promise is taken, where two were made in 30 days. */
  mayPromiseOn: v.nullable(answeredDate),
  /** Other hours at which the borrower may be contacted; null without a consent. */
  agreedHours: v.nullable(agreedHours),
  /** Letters about this loan, newest first. */
  letters: v.array(servicingLetter),
});
export type Servicing = v.InferOutput<typeof servicing>;

const policy = { who: "borrower" } as const;

export const getServicing = defineCall({
  id: "getServicing",
  method: "GET",
  path: "/api/repayment/servicing",
  summary: "Whether the borrower may be contacted about the loan to pay, the reason if not, and the promise to pay.",
  policy,
  input: noInput,
  output: servicing,
  problems: {},
});

export const promiseProblems = {
  NOTHING_DUE: {
    status: 409,
    text: {
      id: "Belum ada yang jatuh tempo, jadi janji bayar tidak diperlukan.",
      en: "Nothing is due, so no promise is needed.",
      zh: "目前没有到期款项，无需承诺付款。",
    },
  },
  PROMISE_OPEN: {
    status: 409,
    text: {
      id: "Janji bayar untuk pinjaman ini masih berjalan.",
      en: "A promise for this loan is still open.",
      zh: "该借款已有进行中的付款承诺。",
    },
  },
  PROMISE_LIMIT: {
    status: 409,
    text: {
      id: `Dua janji bayar sudah dibuat dalam ${promiseWithinDays} hari. Janji berikutnya bisa dibuat mulai tanggal di halaman ini.`,
      en: `Two promises were made within ${promiseWithinDays} days. This page says from when on the next one is possible.`,
      zh: `${promiseWithinDays} 天内已作出两次付款承诺。下次可承诺的日期见本页。`,
    },
    data: v.object({ mayPromiseOn: answeredDate }),
  },
  PROMISE_RANGE: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Tulis jumlah dan tanggal di dalam batas yang tertera.",
      en: "Give an amount and a day within the limits shown.",
      zh: "请填写在所示范围内的金额和日期。",
    },
    data: promiseRange,
  },
} as const satisfies ProblemKinds;

export const promiseInput = { amountRupiah: typedRupiah, on: businessDate };

export const promisePayment = defineCall({
  id: "makePaymentPromise",
  method: "POST",
  path: "/api/repayment/promise",
  summary: "Promises to pay an amount by a day. Until then the borrower is not called; late fees continue.",
  policy: { who: "borrower", idempotent: true },
  vital: true,
  input: v.strictObject(promiseInput),
  output: paymentPromise,
  problems: promiseProblems,
});

export const takeBackPromise = defineCall({
  id: "takeBackPaymentPromise",
  method: "POST",
  path: "/api/repayment/promise/{promiseId}/taking-back",
  summary:
    "Withdraws an open promise. It still counts towards the limit of two in 30 days; repeating it changes nothing.",
  policy,
  vital: true,
  input: v.strictObject({ promiseId: uuid }),
  output: paymentPromise,
  problems: {
    ...unknown("PROMISE_UNKNOWN", {
      id: "Janji bayar ini tidak ditemukan.",
      en: "There is no such promise.",
      zh: "没有该付款承诺。",
    }),
    PROMISE_ENDED: {
      status: 409,
      text: {
        id: "Janji bayar ini sudah berakhir.",
        en: "This promise has ended.",
        zh: "该付款承诺已结束。",
      },
    },
  },
});

const contact = openShape("BorrowerContact", {
  contactId: v.string(),
  loanNumber: v.string(),
  channel: v.picklist(contactChannels),
  startedAt: instant,
  /** The outcome that staff noted; null until then. */
  outcome: v.nullable(v.picklist(contactOutcomes)),
  objectedAt: v.nullable(instant),
});
export type BorrowerContact = v.InferOutput<typeof contact>;

export const listServicingContacts = defineCall({
  id: "listServicingContacts",
  method: "GET",
  path: "/api/repayment/servicing/contacts",
  summary: "Every contact, or attempt, of our staff with the borrower about payment, newest first.",
  policy,
  input: v.strictObject(listQuery),
  output: listOf(contact),
  problems: {},
});

export const objectToContact = defineCall({
  id: "contestContact",
  method: "POST",
  path: "/api/repayment/servicing/contacts/{contactId}/object",
  summary: "Objects to a contact: another person reviews it. A second objection changes nothing.",
  policy,
  vital: true,
  input: v.strictObject({ contactId: uuid }),
  output: contact,
  problems: unknown("CONTACT_UNKNOWN", {
    id: "Kontak ini tidak ditemukan.",
    en: "This contact was not found.",
    zh: "找不到该联系记录。",
  }),
});
