/** Agreements: documents of a loan, their signature, and the page where anyone checks one. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { ticked, uuid, verificationChannels, verificationCode } from "#shared/fields/verification.ts";
import { languages } from "#shared/texts.ts";
import { agreementKeys } from "#features/account/login/contract.ts";
import { proofProblems } from "#features/account/verification/contract.ts";
import { quote } from "#features/credit/loan/contract.ts";

/** The kinds of document; each has a template `content/agreement/<kind>.<language>.md`. */
export const documentKinds = ["loan-agreement", "riplay", "risk-acknowledgement", "declarations", "signing-privacy", "paid-off-letter"] as const;
export type DocumentKindName = (typeof documentKinds)[number];
/** What is read and accepted together with the agreement. // Field rules: risk acknowledgement and RIPLAY */
export const textKinds = ["riplay", "risk-acknowledgement", "declarations", "signing-privacy"] as const satisfies readonly DocumentKindName[];

/**
 * SHOWN: may be read. ACCEPTED: a text that was accepted with the signature. SIGNING: waits for its electronic signature.
 * SIGNED: sealed. WITHDRAWN: a paid-off letter of a loan that was opened again.
 */
export const documentStates = ["SHOWN", "ACCEPTED", "SIGNING", "SIGNED", "WITHDRAWN"] as const;
export type DocumentState = (typeof documentStates)[number];

/** What is ticked: summary, risks and agreement are read; no unpaid loans on 3 or more platforms. // Spec 5; decisions 4: signing */
export const acceptances = ["READ", "PLATFORMS"] as const;
export type Acceptance = (typeof acceptances)[number];

/** Purpose of the signed links that show one document. */
export const documentLinkPurpose = "DOCUMENT";
/** Widths of page pictures in pixels: a phone's column, and twice and three times as near. */
export const pageWidthsPixels = [720, 1080, 1440, 2160] as const;
/** Largest file that is compared with a document. */
export const mostFileBytes = 8 * 1024 * 1024;

const instant = v.pipe(v.string(), v.isoTimestamp());
const hash = v.pipe(v.string("HASH_FORMAT"), v.regex(/^[0-9a-f]{64}$/, "HASH_FORMAT"));
const wholeNumber = v.union([
  v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(1, "INVALID")),
  v.pipe(v.string("INVALID"), v.regex(/^\d{1,4}$/, "INVALID"), v.transform(Number), v.minValue(1, "INVALID")),
], "INVALID");

export const loanDocument = v.object({
  id: v.string(),
  kind: v.picklist(documentKinds),
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

const shownText = v.object({ documentId: v.string(), kind: v.picklist(textKinds), title: v.string(), version: v.string(), pages: v.number() });

/** What stands between a borrower and the signature; everything is a state that the screen has words for. */
export const agreementStates = ["NONE", "NOT_YET", "TO_SIGN", "SIGNED", "EXPIRED", "CANCELLED", "REJECTED"] as const;

export const agreementAnswer = v.object({
  state: v.picklist(agreementStates),
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  /** Only in TO_SIGN: exactly what is signed. */
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
      bankName: v.string(),
      accountMasked: v.string(),
      deadline: instant,
      secondsLeft: v.number(),
      /** Length of the whole time for signing. */
      windowSeconds: v.number(),
      /** When the boxes for exactly this document were ticked. */
      acceptedAt: v.nullable(instant),
    }),
  ),
  /** Only in SIGNED. */
  signed: v.nullable(v.object({ documentId: v.string(), state: v.picklist(documentStates), signedAt: v.nullable(instant), hash: v.string(), sealedAt: v.nullable(instant), /** The day the money arrived. */ disbursedOn: v.nullable(v.pipe(v.string(), v.isoDate())) })),
});
export type AgreementAnswer = v.InferOutput<typeof agreementAnswer>;

const notFound = {
  AGREEMENT_NOT_FOUND: {
    status: 404,
    text: { id: "Dokumen ini tidak ditemukan.", en: "This document was not found.", zh: "找不到该文件。" },
  },
} as const satisfies ProblemKinds;

export const getAgreement = defineCall({
  method: "GET",
  path: "/api/agreement",
  summary: "The agreement of a loan (the newest one without loanId): what is to be signed until when, with its hash, or what was signed.",
  policy: { who: "borrower" },
  input: v.strictObject({ loanId: v.optional(uuid) }),
  output: agreementAnswer,
  problems: notFound,
});

const signProblems = {
  ...notFound,
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
      en: "The time for signing has run out. This application lapsed, free of charge.",
      zh: "签署期限已过。本次申请已自动取消，不收取任何费用。",
    },
  },
  ALREADY_SIGNED: {
    status: 409,
    text: { id: "Perjanjian ini sudah Anda tanda tangani.", en: "You have already signed this agreement.", zh: "您已签署本协议。" },
  },
  NOT_SIGNABLE: {
    status: 409,
    text: { id: "Pinjaman ini tidak dapat ditandatangani sekarang.", en: "This loan cannot be signed at the moment.", zh: "此借款目前无法签署。" },
  },
} as const satisfies ProblemKinds;

export const acceptAgreement = defineCall({
  method: "POST",
  path: "/api/agreement/{loanId}/accept",
  summary: "Records that the borrower read summary, risks and agreement and declares no unpaid loans on 3 or more platforms, for exactly the document with this hash.",
  policy: { who: "borrower" },
  input: v.strictObject({ loanId: uuid, hash, read: ticked, platforms: ticked }),
  output: v.object({ documentId: v.string(), acceptedAt: instant }),
  problems: signProblems,
});

export const signAgreement = defineCall({
  method: "POST",
  path: "/api/agreement/{loanId}/sign",
  summary: "Signs the agreement with this hash by a STEP_UP_SIGN code. The electronic signature and the payout follow by themselves.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ loanId: uuid, hash, verificationId: uuid, code: v.optional(verificationCode) }),
  output: v.object({ loanId: v.string(), documentId: v.string(), signedAt: instant }),
  problems: {
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

export const listLoanDocuments = defineCall({
  method: "GET",
  path: "/api/agreement/documents",
  summary: "What the borrower accepted, signed or received for a loan: the agreement first, the paid-off letter last.",
  policy: { who: "borrower" },
  input: v.strictObject({ loanId: uuid }),
  output: v.object({ items: v.array(loanDocument) }),
  problems: {},
});

export const signatureShown = v.object({ valid: v.boolean(), signer: v.nullable(v.string()), signedAt: v.nullable(instant) });

export const documentDetail = v.object({
  ...loanDocument.entries,
  loanId: v.string(),
  loanNumber: v.string(),
  language: v.picklist(languages),
  version: v.string(),
  shownAt: instant,
  /** SHA-256 of what was shown; null while a letter is being made. */
  shownHash: v.nullable(v.string()),
  /** SHA-256 of the sealed file. */
  sealedHash: v.nullable(v.string()),
  sealedAt: v.nullable(instant),
  /** Null without an electronic signature. */
  signature: v.nullable(signatureShown),
  /** Where page pictures and the file are read; add `/page/{page}?width=` and `/file`. */
  sourcePath: v.string(),
});
export type DocumentDetail = v.InferOutput<typeof documentDetail>;

const span = v.object({ text: v.string(), bold: v.optional(v.literal(true)) });
const block = v.variant("kind", [
  v.object({ kind: v.literal("heading"), level: v.picklist([2, 3]), text: v.array(span) }),
  v.object({ kind: v.literal("paragraph"), text: v.array(span) }),
  v.object({ kind: v.literal("list"), ordered: v.boolean(), start: v.number(), items: v.array(v.array(span)) }),
  v.object({ kind: v.literal("table"), header: v.array(v.string()), rows: v.array(v.array(v.string())), numeric: v.array(v.number()) }),
]);
export const documentSection = v.object({ language: v.picklist(languages), isOriginal: v.optional(v.literal(true)), blocks: v.array(block) });
export type DocumentSection = v.InferOutput<typeof documentSection>;
export type DocumentBlock = v.InferOutput<typeof block>;

const documentInput = { documentId: uuid };
const pageInput = { ...documentInput, page: wholeNumber, width: v.optional(v.pipe(wholeNumber, v.picklist(pageWidthsPixels, "INVALID")), 720) };
const textOutput = v.object({ sections: v.array(documentSection) });

export const getDocument = defineCall({
  method: "GET",
  path: "/api/agreement/document/{documentId}",
  summary: "One document of the borrower: hashes, pages, and whether its electronic signature holds.",
  policy: { who: "borrower" },
  input: v.strictObject(documentInput),
  output: documentDetail,
  problems: notFound,
});
export const getExampleDocument = defineCall({
  method: "GET",
  path: "/api/agreement/example/{kind}",
  summary: "An example of a document of a loan: the text in force, with invented persons and the cost of the product in force today.",
  policy: { who: "anyone" },
  input: v.strictObject({ kind: v.picklist(documentKinds, "INVALID") }),
  output: v.object({ title: v.string(), version: v.string(), sections: v.array(documentSection) }),
  problems: {},
});
export const getDocumentText = defineCall({
  method: "GET",
  path: "/api/agreement/document/{documentId}/text",
  summary: "The words of one document, as structured text.",
  policy: { who: "borrower" },
  input: v.strictObject(documentInput),
  output: textOutput,
  problems: notFound,
});
export const getDocumentPage = defineCall({
  method: "GET",
  path: "/api/agreement/document/{documentId}/page/{page}",
  summary: "Picture of one page (WebP), 720, 1080, 1440 or 2160 pixels wide.",
  policy: { who: "borrower" },
  input: v.strictObject(pageInput),
  output: binary,
  problems: notFound,
});
export const getDocumentFile = defineCall({
  method: "GET",
  path: "/api/agreement/document/{documentId}/file",
  summary: "The PDF itself, as an attachment.",
  policy: { who: "borrower" },
  input: v.strictObject(documentInput),
  output: binary,
  problems: notFound,
});

const linked = { who: "link", purpose: documentLinkPurpose } as const;

export const getLinkedDocument = defineCall({
  method: "GET",
  path: "/api/document-link/{documentId}",
  summary: "The document that a signed link shows.",
  policy: linked,
  input: v.strictObject(documentInput),
  output: documentDetail,
  problems: notFound,
});
export const getLinkedDocumentText = defineCall({
  method: "GET",
  path: "/api/document-link/{documentId}/text",
  summary: "The words of the document that a signed link shows.",
  policy: linked,
  input: v.strictObject(documentInput),
  output: textOutput,
  problems: notFound,
});
export const getLinkedDocumentPage = defineCall({
  method: "GET",
  path: "/api/document-link/{documentId}/page/{page}",
  summary: "Picture of one page of the document that a signed link shows.",
  policy: linked,
  input: v.strictObject(pageInput),
  output: binary,
  problems: notFound,
});
export const getLinkedDocumentFile = defineCall({
  method: "GET",
  path: "/api/document-link/{documentId}/file",
  summary: "The PDF that a signed link shows, as an attachment.",
  policy: linked,
  input: v.strictObject(documentInput),
  output: binary,
  problems: notFound,
});

export const makeDocumentLink = defineCall({
  method: "POST",
  path: "/api/agreement/document/{documentId}/link",
  summary: "A signed address under which this one document can be read without logging in, for 7 days.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject(documentInput),
  output: v.object({ url: v.string(), expiresAt: instant }),
  problems: notFound,
});

export const acceptedProtocol = v.object({
  documentId: v.string(),
  kind: v.picklist(documentKinds),
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
  /** Null where it was agreed before versions were kept. */
  version: v.nullable(v.number()),
  language: v.picklist(languages),
  acceptedAt: instant,
  viewPath: v.string(),
});
export type RegisteredProtocol = v.InferOutput<typeof registeredProtocol>;

export const listProtocols = defineCall({
  method: "GET",
  path: "/api/agreement/protocols",
  summary: "Every text that the borrower accepted, with version, language and time, newest first: `items` with a signature, `registration` when registering.",
  policy: { who: "borrower" },
  input: v.strictObject({}),
  output: v.object({ items: v.array(acceptedProtocol), registration: v.array(registeredProtocol) }),
  problems: {},
});

/** What anyone may learn of a document by its public id: what it is, not what is in it. */
export const verifyStates = ["NOT_SIGNED", "ACCEPTED", "SIGNING", "SIGNED", "WITHDRAWN"] as const;
export const verifiedDocument = v.object({
  documentId: v.string(),
  kind: v.picklist(documentKinds),
  state: v.picklist(verifyStates),
  number: v.string(),
  issuedBy: v.object({ value: v.string(), verified: v.boolean() }),
  issuedOn: v.pipe(v.string(), v.isoDate()),
  /** `B••• S••••••`; null before anything was signed. */
  maskedName: v.nullable(v.string()),
  signedAt: v.nullable(instant),
  sealedHash: v.nullable(v.string()),
  shownHash: v.nullable(v.string()),
  signature: v.nullable(signatureShown),
});
export type VerifiedDocument = v.InferOutput<typeof verifiedDocument>;

const checkProblems = {
  VERIFY_NOT_FOUND: {
    status: 404,
    text: {
      id: "Tidak ada dokumen dengan nomor ini. Periksa lagi alamat pada dokumen Anda.",
      en: "There is no document with this number. Check the address on your document.",
      zh: "没有此编号的文件。请核对您文件上的地址。",
    },
  },
} as const satisfies ProblemKinds;

export const verifyDocument = defineCall({
  method: "GET",
  path: "/api/verify/{documentId}",
  summary: "What a document is, its hashes, and whether its electronic signature holds; for anyone who has its number.",
  policy: { who: "anyone" },
  input: v.strictObject({ documentId: uuid }),
  output: verifiedDocument,
  problems: checkProblems,
});

export const fileMatches = ["SEALED", "SHOWN", "NONE"] as const;
export const compareFile = defineCall({
  method: "POST",
  path: "/api/verify/{documentId}",
  summary: "Whether a file is this document, byte for byte. The file is hashed and dropped. As multipart/form-data.",
  policy: { who: "anyone" },
  vital: true,
  input: v.strictObject({
    documentId: uuid,
    file: v.pipe(v.file("FILE_NEEDED"), v.check((file) => file.size > 0, "FILE_NEEDED"), v.maxSize(mostFileBytes, "FILE_TOO_LARGE")),
  }),
  output: v.object({ match: v.picklist(fileMatches), hash: v.string() }),
  problems: checkProblems,
  fieldProblems: {
    FILE_NEEDED: { id: "Pilih dulu berkas PDF-nya.", en: "Choose the PDF file first.", zh: "请先选择 PDF 文件。" },
    FILE_TOO_LARGE: { id: "Berkas ini lebih dari 8 MB.", en: "This file is larger than 8 MB.", zh: "该文件超过 8 MB。" },
  },
});
