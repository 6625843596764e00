/** Agreements: signing for a loan, the texts accepted with it, and the list of accepted agreements. The documents themselves: document-contract.ts. */
import { holdProblems } from "#features/account/hold/contract.ts";
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { ticked, uuid, verificationChannels, verificationCode } from "#shared/fields/verification.ts";
import { languages } from "#shared/texts.ts";
import { agreementKeys } from "#features/account/login/contract.ts";
import { proofProblems } from "#features/account/verification/contract.ts";
import { quote, replacedPart, takenDiscount } from "#features/credit/loan/contract.ts";
import { openShape } from "#shared/fields/shape.ts";

/** The kinds of document; each has a template `content/agreement/<kind>.<language>.md`. */
export const loanDocumentKinds = [
  "loan-agreement",
  "riplay",
  "risk-acknowledgement",
  "declarations",
  "signing-privacy",
  "paid-off-letter",
  "restructure-agreement",
  "restructure-summary",
] as const;
export type DocumentKindName = (typeof loanDocumentKinds)[number];
/** Texts that are read and accepted together with the agreement. // Field rules: risk acknowledgement and RIPLAY */
export const textKinds = [
  "riplay",
  "risk-acknowledgement",
  "declarations",
  "signing-privacy",
] as const satisfies readonly DocumentKindName[];

/** Texts that are read and accepted together with the agreement of a restructuring. */
export const restructureTextKinds = [
  "restructure-summary",
  "signing-privacy",
] as const satisfies readonly DocumentKindName[];

/**
 * SHOWN: may be read. ACCEPTED: a text that was accepted with the signature. SIGNING: waits for its electronic signature.
 * SIGNED: sealed. WITHDRAWN: a paid-off letter of a loan that was opened again, or whose figures changed.
 */
export const documentStates = ["SHOWN", "ACCEPTED", "SIGNING", "SIGNED", "WITHDRAWN"] as const;
export type DocumentState = (typeof documentStates)[number];

/** The boxes to tick: READ (summary, risks and agreement) and PLATFORMS (no unpaid loans on 3 or more platforms). // Spec 5; product decisions 4: signing */
export const acceptances = ["READ", "PLATFORMS"] as const;
export type Acceptance = (typeof acceptances)[number];

/** Purpose of the signed links that show one document. */
export const documentLinkPurpose = "DOCUMENT";

const hash = v.pipe(v.string("HASH_FORMAT"), v.regex(/^[0-9a-f]{64}$/, "HASH_FORMAT"));
export const loanDocument = openShape("LoanDocument", {
  id: v.string(),
  kind: v.picklist(loanDocumentKinds),
  /** In the language of the document. */
  title: v.string(),
  /** Null while a letter is being made. */
  pages: v.nullable(v.number()),
  sizeBytes: v.nullable(v.number()),
  state: v.picklist(documentStates),
  verifyPath: v.string(),
  viewPath: v.string(),
});
export type LoanDocument = v.InferOutput<typeof loanDocument>;

const shownText = v.object({
  documentId: v.string(),
  kind: v.picklist(textKinds),
  title: v.string(),
  version: v.string(),
  pages: v.number(),
});

/** States of an agreement before and after the signature; the screen has words for each of them. */
export const agreementStates = ["NONE", "NOT_YET", "TO_SIGN", "SIGNED", "EXPIRED", "CANCELLED", "REJECTED"] as const;

export const agreementAnswer = v.object({
  state: v.picklist(agreementStates),
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  /** The loan replaced another one; no money was paid out. */
  restructured: v.boolean(),
  /** Only in TO_SIGN: exactly the text that is signed. */
  toSign: v.nullable(
    v.object({
      documentId: v.string(),
      /** SHA-256 of the agreement that is shown; the signature names it. */
      hash: v.string(),
      title: v.string(),
      version: v.string(),
      language: v.picklist(languages),
      pages: v.number(),
      sizeBytes: v.number(),
      texts: v.array(shownText),
      quote,
      discount: takenDiscount,
      /** A repeat loan: the part that pays off the earlier loan. The received amount in `quote` is without this part. */
      paysOff: replacedPart,
      bankName: v.string(),
      accountMasked: v.string(),
      deadline: instant,
      secondsLeft: v.number(),
      /** By how much `deadline` was moved because codes for the signature were refused; the documents name the first one. */
      deadlineMovedSeconds: v.number(),
      /** Length of the whole time for signing. */
      windowSeconds: v.number(),
      /** When the boxes for exactly this document were ticked. */
      acceptedAt: v.nullable(instant),
    }),
  ),
  /** Only in SIGNED. */
  signed: v.nullable(
    v.object({
      documentId: v.string(),
      state: v.picklist(documentStates),
      signedAt: v.nullable(instant),
      hash: v.string(),
      sealedAt: v.nullable(instant),
      /** The day the money arrived. */ disbursedOn: v.nullable(answeredDate),
    }),
  ),
});
export type AgreementAnswer = v.InferOutput<typeof agreementAnswer>;

export const documentProblems = {
  AGREEMENT_NOT_FOUND: {
    status: 404,
    text: { id: "Dokumen ini tidak ditemukan.", en: "This document was not found.", zh: "找不到该文件。" },
  },
} as const satisfies ProblemKinds;

export const getAgreement = defineCall({
  id: "getAgreement",
  method: "GET",
  path: "/api/agreement",
  summary:
    "The agreement of a loan (of the newest loan without loanId): the text to sign with its hash and deadline, or the signed text.",
  policy: { who: "borrower" },
  input: v.strictObject({ loanId: v.optional(uuid) }),
  output: agreementAnswer,
  problems: documentProblems,
});

const signProblems = {
  ...documentProblems,
  /** Data or text changed since the document was shown; asking for the agreement again gives the new one. */
  AGREEMENT_CHANGED: {
    status: 409,
    text: {
      id: "Perjanjian berubah sejak Anda membukanya. Baca yang terbaru, lalu setujui lagi.",
      en: "The agreement has changed since you opened it. Please read the new one and accept it again.",
      zh: "协议在您打开之后有变动。请阅读最新版本并重新确认。",
    },
  },
  SIGN_DEADLINE_PASSED: {
    status: 410,
    text: {
      id: "Batas waktu tanda tangan sudah lewat. Pengajuan ini batal tanpa biaya.",
      en: "The time for signing is over. This application has ended, free of charge.",
      zh: "签署期限已过。本次申请已自动取消，不收取任何费用。",
    },
  },
  ALREADY_SIGNED: {
    status: 409,
    text: {
      id: "Perjanjian ini sudah Anda tanda tangani.",
      en: "You have already signed this agreement.",
      zh: "您已签署本协议。",
    },
  },
  NOT_SIGNABLE: {
    status: 409,
    text: {
      id: "Pinjaman ini tidak bisa ditandatangani sekarang.",
      en: "This loan cannot be signed at the moment.",
      zh: "此借款目前无法签署。",
    },
  },
} as const satisfies ProblemKinds;

export const acceptAgreement = defineCall({
  id: "acceptAgreement",
  method: "POST",
  path: "/api/agreement/{loanId}/accept",
  summary:
    "Records that the borrower read summary, risks and agreement and declares no unpaid loans on 3 or more platforms, for exactly the document with this hash.",
  policy: { who: "borrower" },
  input: v.strictObject({ loanId: uuid, hash, read: ticked, platforms: ticked }),
  output: v.object({ documentId: v.string(), acceptedAt: instant }),
  problems: signProblems,
});

export const signAgreement = defineCall({
  id: "signAgreement",
  method: "POST",
  path: "/api/agreement/{loanId}/sign",
  summary:
    "Signs the agreement with this hash by a STEP_UP_SIGN code. The electronic signature and the payout follow by themselves.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ loanId: uuid, hash, verificationId: uuid, code: v.optional(verificationCode) }),
  output: v.object({ loanId: v.string(), documentId: v.string(), signedAt: instant }),
  problems: {
    ...holdProblems,
    ...signProblems,
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

export const acceptedProtocol = v.object({
  documentId: v.string(),
  kind: v.picklist(loanDocumentKinds),
  title: v.string(),
  version: v.string(),
  language: v.picklist(languages),
  loanNumber: v.string(),
  acceptedAt: instant,
  /** How it was accepted. Null for texts that carry no code of their own. */
  channel: v.nullable(v.picklist(verificationChannels)),
  viewPath: v.string(),
});
export type AcceptedProtocol = v.InferOutput<typeof acceptedProtocol>;

/** A text that was agreed to at registration. */
export const registeredProtocol = v.object({
  agreement: v.picklist(agreementKeys),
  /** Null for agreements accepted before versions were stored. */
  version: v.nullable(v.number()),
  language: v.picklist(languages),
  acceptedAt: instant,
  viewPath: v.string(),
});
export type RegisteredProtocol = v.InferOutput<typeof registeredProtocol>;

export const listProtocols = defineCall({
  id: "listProtocols",
  method: "GET",
  path: "/api/agreement/protocols",
  summary:
    "Every text that the borrower accepted, with version, language and time, newest first: `items` with a signature, `registration` when registering.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ items: v.array(acceptedProtocol), registration: v.array(registeredProtocol) }),
  problems: {},
});
