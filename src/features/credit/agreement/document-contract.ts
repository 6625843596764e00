/** The documents of a loan: read by their borrower, under a signed link, and checked by anyone who has their number. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";
import { languages } from "#shared/texts.ts";
import { loanDocumentKinds, documentLinkPurpose, documentProblems, loanDocument } from "./contract.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Widths of page pictures in pixels: a phone's column, and two and three times as wide. */
export const pageWidthsPixels = [720, 1080, 1440, 2160] as const;
/** Largest file that is compared with a document. */
const maxFileMegabytes = 2;
export const maxVerifiedFileBytes = maxFileMegabytes * 1024 * 1024;

const wholeNumber = v.union(
  [
    v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(1, "INVALID")),
    v.pipe(v.string("INVALID"), v.regex(/^\d{1,4}$/, "INVALID"), v.transform(Number), v.minValue(1, "INVALID")),
  ],
  "INVALID",
);

export const listLoanDocuments = defineCall({
  id: "listLoanDocuments",
  method: "GET",
  path: "/api/agreement/documents",
  summary:
    "The documents that the borrower accepted, signed or received for a loan: the agreement first, the paid-off letter last.",
  policy: { who: "borrower" },
  input: v.strictObject({ loanId: uuid }),
  output: v.object({ items: v.array(loanDocument) }),
  problems: {},
});

export const signatureShown = openShape("SignatureShown", {
  valid: v.boolean(),
  signer: v.nullable(v.string()),
  signedAt: v.nullable(instant),
});

export const documentDetail = openShape("DocumentDetail", {
  ...loanDocument.entries,
  loanId: v.string(),
  loanNumber: v.string(),
  language: v.picklist(languages),
  version: v.string(),
  shownAt: instant,
  /** SHA-256 of the shown document; null while a letter is being made. */
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

const span = openShape("DocumentSpan", { text: v.string(), bold: v.optional(v.literal(true)) });
const block = v.variant("kind", [
  v.object({ kind: v.literal("heading"), level: v.picklist([2, 3]), text: v.array(span) }),
  v.object({ kind: v.literal("paragraph"), text: v.array(span) }),
  v.object({ kind: v.literal("list"), ordered: v.boolean(), start: v.number(), items: v.array(v.array(span)) }),
  v.object({
    kind: v.literal("table"),
    header: v.array(v.string()),
    rows: v.array(v.array(v.string())),
    numeric: v.array(v.number()),
  }),
]);
export const documentSection = openShape("DocumentSection", {
  language: v.picklist(languages),
  isOriginal: v.optional(v.literal(true)),
  blocks: v.array(block),
});
export type DocumentSection = v.InferOutput<typeof documentSection>;
export type DocumentBlock = v.InferOutput<typeof block>;

const documentInput = { documentId: uuid };
const pageInput = {
  ...documentInput,
  page: wholeNumber,
  width: v.optional(v.pipe(wholeNumber, v.picklist(pageWidthsPixels, "INVALID")), 720),
};
const textOutput = openShape("DocumentText", { sections: v.array(documentSection) });

export const getAgreementDocument = defineCall({
  id: "getAgreementDocument",
  method: "GET",
  path: "/api/agreement/document/{documentId}",
  summary: "One document of the borrower: hashes, pages, and whether its electronic signature is valid.",
  policy: { who: "borrower" },
  input: v.strictObject(documentInput),
  output: documentDetail,
  problems: documentProblems,
});
export const getExampleDocument = defineCall({
  id: "getExampleDocument",
  method: "GET",
  path: "/api/agreement/example/{kind}",
  summary:
    "An example of a document of a loan: the text in force, with invented persons and the cost of the product in force today.",
  policy: { who: "anyone" },
  input: v.strictObject({ kind: v.picklist(loanDocumentKinds, "INVALID") }),
  output: v.object({ title: v.string(), version: v.string(), sections: v.array(documentSection) }),
  problems: {},
});
export const getDocumentText = defineCall({
  id: "getAgreementDocumentText",
  method: "GET",
  path: "/api/agreement/document/{documentId}/text",
  summary: "The text of one document, in structured form.",
  policy: { who: "borrower" },
  input: v.strictObject(documentInput),
  output: textOutput,
  problems: documentProblems,
});
export const getDocumentPage = defineCall({
  id: "getAgreementDocumentPage",
  method: "GET",
  path: "/api/agreement/document/{documentId}/page/{page}",
  summary: "A picture of one page (WebP), 720, 1080, 1440 or 2160 pixels wide.",
  policy: { who: "borrower" },
  input: v.strictObject(pageInput),
  output: binary,
  problems: documentProblems,
});
export const getDocumentFile = defineCall({
  id: "getAgreementDocumentFile",
  method: "GET",
  path: "/api/agreement/document/{documentId}/file",
  summary: "The PDF itself, as an attachment.",
  policy: { who: "borrower" },
  input: v.strictObject(documentInput),
  output: binary,
  problems: documentProblems,
});

const linked = { who: "link", purpose: documentLinkPurpose } as const;

export const getLinkedDocument = defineCall({
  id: "getLinkedDocument",
  method: "GET",
  path: "/api/document-link/{documentId}",
  summary: "The document that a signed link shows.",
  policy: linked,
  input: v.strictObject(documentInput),
  output: documentDetail,
  problems: documentProblems,
});
export const getLinkedDocumentText = defineCall({
  id: "getLinkedDocumentText",
  method: "GET",
  path: "/api/document-link/{documentId}/text",
  summary: "The text of the document that a signed link shows.",
  policy: linked,
  input: v.strictObject(documentInput),
  output: textOutput,
  problems: documentProblems,
});
export const getLinkedDocumentPage = defineCall({
  id: "getLinkedDocumentPage",
  method: "GET",
  path: "/api/document-link/{documentId}/page/{page}",
  summary: "Picture of one page of the document that a signed link shows.",
  policy: linked,
  input: v.strictObject(pageInput),
  output: binary,
  problems: documentProblems,
});
export const getLinkedDocumentFile = defineCall({
  id: "getLinkedDocumentFile",
  method: "GET",
  path: "/api/document-link/{documentId}/file",
  summary: "The PDF that a signed link shows, as an attachment.",
  policy: linked,
  input: v.strictObject(documentInput),
  output: binary,
  problems: documentProblems,
});

export const makeDocumentLink = defineCall({
  id: "makeAgreementDocumentLink",
  method: "POST",
  path: "/api/agreement/document/{documentId}/link",
  summary: "A signed address under which this one document can be read without logging in, for a week.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject(documentInput),
  output: v.object({ url: v.string(), expiresAt: instant }),
  problems: documentProblems,
});

/** Facts about a document that anyone can see by its public id: its kind and state, never its content. */
export const verifyStates = ["NOT_SIGNED", "ACCEPTED", "SIGNING", "SIGNED", "WITHDRAWN"] as const;
export const verifiedDocument = v.object({
  documentId: v.string(),
  kind: v.picklist(loanDocumentKinds),
  state: v.picklist(verifyStates),
  /** WITHDRAWN, and its loan is paid off: another letter has taken its place. */
  replaced: v.boolean(),
  number: v.string(),
  issuedBy: v.object({ value: v.string(), verified: v.boolean() }),
  issuedOn: answeredDate,
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
  id: "verifyDocument",
  method: "GET",
  path: "/api/verify/{documentId}",
  summary:
    "The kind of a document, its hashes, and whether its electronic signature is valid; for anyone who has its number.",
  policy: { who: "anyone" },
  input: v.strictObject({ documentId: uuid }),
  output: verifiedDocument,
  problems: checkProblems,
});

export const fileMatches = ["SEALED", "SHOWN", "NONE"] as const;
export const compareFile = defineCall({
  id: "compareDocumentFile",
  method: "POST",
  path: "/api/verify/{documentId}",
  summary: "Whether a file is this document, byte for byte. The file is hashed and not stored. As multipart/form-data.",
  policy: { who: "anyone" },
  vital: true,
  upload: { maxBytes: maxVerifiedFileBytes + 64 * 1024, seconds: 30 },
  limits: [{ counter: "verify-file", by: "address", max: 30, seconds: 60 }],
  input: v.strictObject({
    documentId: uuid,
    file: v.pipe(
      v.file("FILE_NEEDED"),
      v.check((file) => file.size > 0, "FILE_NEEDED"),
      v.maxSize(maxVerifiedFileBytes, "FILE_TOO_LARGE"),
    ),
  }),
  output: v.object({ match: v.picklist(fileMatches), hash: v.string() }),
  problems: checkProblems,
  fieldProblems: {
    FILE_NEEDED: { id: "Pilih dulu berkas PDF-nya.", en: "Choose the PDF file first.", zh: "请先选择 PDF 文件。" },
    FILE_TOO_LARGE: {
      id: `Berkas ini lebih dari ${maxFileMegabytes} MB.`,
      en: `This file is larger than ${maxFileMegabytes} MB.`,
      zh: `该文件超过 ${maxFileMegabytes} MB。`,
    },
  },
});
