/** Restructuring: help for a borrower who cannot pay as agreed. An offer is read, accepted and signed like an agreement. */
import * as v from "valibot";
import { proofProblems } from "#features/account/verification/contract.ts";
import { borrowerDocumentKinds } from "#features/account/document/contract.ts";
import { documentStates } from "#features/credit/agreement/contract.ts";
import { quote } from "#features/credit/loan/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { optionalText } from "#shared/fields/free-text.ts";
import { openShape } from "#shared/fields/shape.ts";
import { ticked, uuid, verificationCode } from "#shared/fields/verification.ts";
import { languages } from "#shared/texts.ts";

/** SPREAD: more time. RELIEF: half of the interest is waived. PAUSE: no interest, for hardship that two people confirmed. */
export const programmeNames = ["SPREAD", "RELIEF", "PAUSE"] as const;
export type ProgrammeName = (typeof programmeNames)[number];

export const hardshipReasons = ["ILLNESS", "JOB", "DISASTER", "DEATH", "OTHER"] as const;
export type HardshipReason = (typeof hardshipReasons)[number];

export const restructureOfferStates = ["OFFERED", "SIGNED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
export type RestructureOfferState = (typeof restructureOfferStates)[number];

/** How long an offer is valid. */
export const offerDays = 7;
/** Working days for which collection pauses after a request, during its review. */
export const restWorkingDays = 10;
/** Days after which the borrower may ask again. */
export const requestPauseDays = 30;
export const maxHardshipNoteLength = 300;
/** Maximal documents of the account sent with a request. */
export const maxDocuments = 6;

/** Why a borrower cannot ask now. */
const askObstacles = ["NO_LOAN", "RESTRUCTURED_BEFORE", "ASKED_LATELY", "TWICE_A_YEAR"] as const;
export type AskObstacle = (typeof askObstacles)[number];

/** Hardship is looked at by two people. */
export const hardshipReviewStates = ["NONE", "WAITING", "APPROVED", "REJECTED"] as const;

export const oldRow = v.object({ number: v.number(), dueOn: answeredDate, unpaidRupiah: answeredRupiah });

/** The new terms by today's figures. */
export const plan = openShape("RestructurePlan", {
  quote,
  /** Unpaid interest of the old loan that the new one carries as its fee; it bears no interest. */
  carriedRupiah: answeredRupiah,
  lateFeeWaivedRupiah: answeredRupiah,
  interestWaivedRupiah: answeredRupiah,
  largestRupiah: answeredRupiah,
  /** All that is left of the old schedule, late fees of today counted. */
  oldScheduleRupiah: answeredRupiah,
  /** New total less what is left of the old schedule: below zero it saves. */
  differenceRupiah: unboundedRupiah,
  /** Total of the old contract if nothing were paid until the new last due day; the new total is never above it. */
  oldUnpaidRupiah: answeredRupiah,
});
export type RestructurePlan = v.InferOutput<typeof plan>;

const restructureOffer = openShape("RestructureOffer", {
  offerId: v.string(),
  programme: v.picklist(programmeNames),
  tenorDays: v.number(),
  state: v.picklist(restructureOfferStates),
  offeredAt: instant,
  expiresAt: instant,
  /** Null if the offer is closed, or does not fit today's figures any more. */
  plan: v.nullable(plan),
});
export type RestructureOffer = v.InferOutput<typeof restructureOffer>;

const answer = v.object({
  /** The running loan that may be restructured; null without one. */
  loan: v.nullable(
    v.object({
      loanId: v.string(),
      loanNumber: v.string(),
      daysPastDue: v.number(),
      /** Ends it today. */
      payoffRupiah: answeredRupiah,
      rows: v.array(oldRow),
    }),
  ),
  /** Null if the borrower may ask now. */
  obstacle: v.nullable(v.picklist(askObstacles)),
  /** Photos of documents that a request may name, where the borrower may ask now. */
  documents: v.array(
    v.object({ documentId: v.string(), kind: v.picklist(borrowerDocumentKinds), uploadedAt: instant }),
  ),
  /** The newest request, or the newest offer by staff. */
  ask: v.nullable(
    v.object({
      askId: v.string(),
      /** Null if we made the offer without a request. */
      reason: v.nullable(v.picklist(hardshipReasons)),
      askedAt: instant,
      restsUntil: v.nullable(instant),
      review: v.picklist(hardshipReviewStates),
      /** By when two people decide about hardship. */
      promisedUntil: v.nullable(instant),
      /** Documents that were named. */
      documentCount: v.number(),
    }),
  ),
  /** Offers of the newest request, shortest tenor first. */
  offers: v.array(restructureOffer),
  /** The newest one that was signed. */
  signed: v.nullable(
    v.object({
      offerId: v.string(),
      oldLoanNumber: v.string(),
      loanId: v.string(),
      loanNumber: v.string(),
      documentId: v.string(),
      documentState: v.picklist(documentStates),
      signedAt: instant,
      sealedAt: v.nullable(instant),
      totalRupiah: answeredRupiah,
      nextDueOn: v.nullable(answeredDate),
      nextDueRupiah: answeredRupiah,
    }),
  ),
});
export type RestructureAnswer = v.InferOutput<typeof answer>;

const policy = { who: "borrower" } as const;

export const getRestructure = defineCall({
  id: "getRestructure",
  method: "GET",
  path: "/api/loan/restructure",
  summary: "Help with the running loan: whether it can be requested, and the offers with old and new instalments.",
  policy,
  input: noInput,
  output: answer,
  problems: {},
});

export const askRestructure = defineCall({
  id: "askRestructure",
  method: "POST",
  path: "/api/loan/restructure/ask",
  summary:
    "Requests help with the running loan. Collection pauses for up to 10 working days; suitable programmes are offered at once, and two people review hardship.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({
    reason: v.picklist(hardshipReasons, "CHOICE_INVALID"),
    note: v.optional(optionalText(maxHardshipNoteLength)),
    /** Photos of documents of the account, as `getRestructure` names them: those who look at the request see them. */
    documentIds: v.optional(v.pipe(v.array(uuid), v.maxLength(maxDocuments, "CHOICE_INVALID"))),
  }),
  output: answer,
  problems: {
    DOCUMENT_UNKNOWN: {
      status: 404,
      text: {
        id: "Salah satu dokumen sudah tidak ada. Pilih lagi dari daftar terbaru.",
        en: "One of the documents is not there any more. Please choose again from the newest list.",
        zh: "其中一份文件已不存在，请从最新列表中重新选择。",
      },
    },
    NOT_RESTRUCTURABLE: {
      status: 409,
      text: {
        id: "Permintaan keringanan belum bisa diajukan untuk pinjaman ini. Alasannya ada di halaman ini.",
        en: "You cannot ask for help with this loan now. This page says why.",
        zh: "目前无法为此借款申请协商还款，原因见本页。",
      },
      data: v.object({ obstacle: v.picklist(askObstacles) }),
    },
  },
});

export const restructureOfferProblems = {
  OFFER_UNKNOWN: {
    status: 404,
    text: { id: "Tawaran ini tidak ditemukan.", en: "This offer was not found.", zh: "找不到该方案。" },
  },
  OFFER_GONE: {
    status: 409,
    text: {
      id: "Tawaran ini tidak berlaku lagi. Status terbaru ada di halaman ini.",
      en: "This offer is no longer valid. This page shows the current status.",
      zh: "该方案已不再有效。当前状态见本页。",
    },
    data: v.object({ state: v.picklist(restructureOfferStates) }),
  },
  OFFER_EXPIRED: {
    status: 410,
    text: {
      id: "Masa berlaku tawaran ini sudah habis. Pinjaman Anda berjalan seperti semula.",
      en: "This offer has expired. Your loan continues as before.",
      zh: "该方案已过期，您的借款照旧继续。",
    },
  },
} as const satisfies ProblemKinds;

const hash = v.pipe(v.string("HASH_FORMAT"), v.regex(/^[0-9a-f]{64}$/, "HASH_FORMAT"));

export const getRestructureAgreement = defineCall({
  id: "getRestructureAgreement",
  method: "GET",
  path: "/api/loan/restructure/{offerId}/agreement",
  summary: "The documents of an offer with today's figures, and the hash to sign.",
  policy,
  input: v.strictObject({ offerId: uuid }),
  output: v.object({
    offer: restructureOffer,
    documentId: v.string(),
    /** SHA-256 of the agreement that is shown. */
    hash: v.string(),
    language: v.picklist(languages),
    pages: v.number(),
    sizeBytes: v.number(),
    texts: v.array(v.object({ documentId: v.string(), title: v.string(), pages: v.number() })),
    /** When the boxes for exactly this document were ticked. */
    acceptedAt: v.nullable(instant),
  }),
  problems: restructureOfferProblems,
});
export type RestructurePapers = v.InferOutput<typeof getRestructureAgreement.output>;

const changed = {
  AGREEMENT_CHANGED: {
    status: 409,
    text: {
      id: "Angkanya berubah sejak Anda membukanya. Baca perjanjian yang terbaru, lalu setujui lagi.",
      en: "The figures have changed since you opened it. Please read the new agreement and accept it again.",
      zh: "金额在您打开之后有变动。请阅读最新协议并重新确认。",
    },
  },
} as const satisfies ProblemKinds;

export const acceptRestructure = defineCall({
  id: "acceptRestructure",
  method: "POST",
  path: "/api/loan/restructure/{offerId}/accept",
  summary:
    "Records that the borrower read summary and agreement of the offer, for exactly the document with this hash.",
  policy,
  input: v.strictObject({ offerId: uuid, hash, read: ticked }),
  output: v.object({ documentId: v.string(), acceptedAt: instant }),
  problems: { ...restructureOfferProblems, ...changed },
});

export const signRestructure = defineCall({
  id: "signRestructure",
  method: "POST",
  path: "/api/loan/restructure/{offerId}/sign",
  summary:
    "Signs the restructuring with this hash by a STEP_UP_SIGN code. The old loan ends and the new one runs at once; no money is paid out.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ offerId: uuid, hash, verificationId: uuid, code: v.optional(verificationCode) }),
  output: v.object({ loanId: v.string(), loanNumber: v.string(), documentId: v.string(), signedAt: instant }),
  problems: {
    ...restructureOfferProblems,
    ...changed,
    ...proofProblems,
    ACCEPTANCE_NEEDED: {
      status: 409,
      text: {
        id: "Centang dulu bahwa Anda sudah membaca dan menyetujui perjanjian ini.",
        en: "First tick that you have read and accept this agreement.",
        zh: "请先勾选您已阅读并接受本协议。",
      },
    },
  },
});

export const declineRestructure = defineCall({
  id: "declineRestructure",
  method: "POST",
  path: "/api/loan/restructure/{offerId}/decline",
  summary: "Declines the open offers; the loan continues unchanged. Repeating it changes nothing.",
  policy,
  input: v.strictObject({ offerId: uuid }),
  output: answer,
  problems: restructureOfferProblems,
});
