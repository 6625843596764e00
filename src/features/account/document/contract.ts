/** Additional documents: photos of twelve kinds that support an application, and words that go with them. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { optionalText } from "#shared/fields/free-text.ts";
import { photo, photoFieldTexts, photoKnown, photoProblems } from "#shared/fields/photo.ts";
import { specMessages } from "#shared/fields/texts.ts";
import { uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";
import { defineTexts } from "#shared/texts.ts";

/** Spec 3: kinds of additional documents. */
export const borrowerDocumentKinds = [
  "SALARY_SLIP",
  "BANK_STATEMENT",
  "FAMILY_CARD",
  "TAX_CARD",
  "EMPLOYMENT_INSURANCE_CARD",
  "DRIVING_LICENCE",
  "VEHICLE_REGISTRATION",
  "PROPERTY_CERTIFICATE",
  "DIPLOMA",
  "CREDIT_CARD",
  "PASSPORT",
  "OTHER_TEXT",
] as const;
export type DocumentKind = (typeof borrowerDocumentKinds)[number];
export const documentKind = v.picklist(borrowerDocumentKinds, "CHOICE_INVALID");

/** The kinds of documents by name. */
export const documentKindTexts = defineTexts({
  PASSPORT: { id: "Paspor", en: "Passport", zh: "护照" },
  PROPERTY_CERTIFICATE: { id: "Sertifikat rumah / tanah", en: "Property certificate", zh: "房产证" },
  CREDIT_CARD: { id: "Kartu kredit", en: "Credit card", zh: "信用卡" },
  TAX_CARD: { id: "Kartu NPWP", en: "Tax card (NPWP)", zh: "税卡（NPWP）" },
  DIPLOMA: { id: "Ijazah", en: "Diploma", zh: "学历证书" },
  SALARY_SLIP: { id: "Slip gaji", en: "Pay slip", zh: "工资单" },
  BANK_STATEMENT: { id: "Rekening koran", en: "Bank statement", zh: "银行流水" },
  EMPLOYMENT_INSURANCE_CARD: {
    id: "Kartu BPJS Ketenagakerjaan",
    en: "Employment insurance card (BPJS)",
    zh: "就业保险卡（BPJS）",
  },
  DRIVING_LICENCE: { id: "SIM (Surat Izin Mengemudi)", en: "Driving licence (SIM)", zh: "驾驶证（SIM）" },
  VEHICLE_REGISTRATION: { id: "STNK", en: "Vehicle registration (STNK)", zh: "行驶证（STNK）" },
  FAMILY_CARD: { id: "Kartu Keluarga", en: "Family card", zh: "户口簿" },
  OTHER_TEXT: { id: "Keterangan lain", en: "Other information", zh: "其他说明" },
});

/** Spec 5 and 9: up to 6 photos of a kind. */
export const maxDocumentPhotos = 6;
/** Product decisions 4: one income evidence (pay slip or account statement) before review. */
export const incomeEvidenceKinds = ["SALARY_SLIP", "BANK_STATEMENT"] as const satisfies readonly DocumentKind[];
/** Maximum length of the text that goes with a kind. */
export const maxDocumentNoteLength = 500;

/** Converts between `SALARY_SLIP` and `salary-slip`, the form used in the screen's address. */
export const pathOfKind = (kind: DocumentKind): string => kind.toLowerCase().replaceAll("_", "-");
export const kindOfPath = (path: string): DocumentKind | undefined =>
  borrowerDocumentKinds.find((kind) => pathOfKind(kind) === path);

export const documentPhoto = v.object({
  id: v.string(),
  widthPixels: v.number(),
  heightPixels: v.number(),
  uploadedAt: instant,
});
export type DocumentPhoto = v.InferOutput<typeof documentPhoto>;
const ofKind = openShape("DocumentsOfKind", {
  kind: v.picklist(borrowerDocumentKinds),
  photos: v.array(documentPhoto),
  max: v.number(),
  note: v.string(),
});
export type DocumentsOfOneKind = v.InferOutput<typeof ofKind>;

/** Why a document is asked for again. Closed list. // Spec account 8 */
export const documentRequestReasons = ["UNREADABLE", "EXPIRED", "INCOMPLETE", "MISMATCH", "TOO_OLD"] as const;
export type DocumentRequestReason = (typeof documentRequestReasons)[number];
/** Maximum number of kinds in one request. */
export const maxKindsOfRequest = 3;

export const documentRequestStates = ["OPEN", "ANSWERED", "EXPIRED", "WITHDRAWN"] as const;
export type DocumentRequestState = (typeof documentRequestStates)[number];

export const documentRequest = openShape("DocumentRequest", {
  requestId: v.string(),
  state: v.picklist(documentRequestStates),
  /** `isGiven`: a file of the kind arrived after the request. */
  kinds: v.array(v.object({ kind: v.picklist(borrowerDocumentKinds), isGiven: v.boolean() })),
  reasons: v.array(v.picklist(documentRequestReasons)),
  /** From the requester to the borrower; empty without a note. */
  note: v.string(),
  askedAt: instant,
  /** After this the case continues with the existing documents. */
  dueAt: instant,
  endedAt: v.nullable(instant),
});
export type DocumentRequestView = v.InferOutput<typeof documentRequest>;

export const listDocuments = defineCall({
  id: "listDocuments",
  method: "GET",
  path: "/api/document",
  summary: "How many photos of each kind of document the borrower has uploaded.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    items: v.array(
      v.object({ kind: v.picklist(borrowerDocumentKinds), count: v.number(), uploadedAt: v.nullable(instant) }),
    ),
    hasIncomeEvidence: v.boolean(),
  }),
  problems: {},
});

export const getDocumentsOfKind = defineCall({
  id: "getDocumentsOfKind",
  method: "GET",
  path: "/api/document/kind/{kind}",
  summary: "The photos of one kind of document, and the borrower's text about it.",
  policy: { who: "borrower" },
  input: v.strictObject({ kind: documentKind }),
  output: ofKind,
  problems: {},
});

/** Far above what twelve kinds need: processing a picture is expensive. */
export const documentUploads = { counter: "document-upload", by: "borrower", max: 120, seconds: 3_600 } as const;

export const uploadDocument = defineCall({
  id: "uploadDocument",
  method: "POST",
  path: "/api/document/kind/{kind}",
  summary:
    "Adds one photo (JPEG, PNG, WebP), or the pages of a PDF, to a kind of document; up to 6 photos of a kind. As multipart/form-data.",
  policy: { who: "borrower" },
  limits: [documentUploads],
  input: v.strictObject({ kind: documentKind, photo }),
  output: ofKind,
  problems: {
    ...photoProblems,
    ...photoKnown,
    PHOTO_KIND: {
      ...photoProblems.PHOTO_KIND,
      text: {
        id: "File ini bukan foto JPEG, PNG, WebP, atau PDF. Pilih file lain atau ambil foto baru.",
        en: "This file is not a JPEG, PNG or WebP photo, nor a PDF. Choose another file or take a new photo.",
        zh: "此文件不是 JPEG、PNG、WebP 照片或 PDF。请选择其他文件或重新拍照。",
      },
    },
    PHOTO_COUNT: {
      status: 409,
      field: "photo",
      // Spec 8 gives the first part; the advice is ours.
      text: {
        id: `${specMessages.PHOTO_COUNT.id}. Paling banyak {max} foto; hapus satu untuk menambah yang lain.`,
        en: `${specMessages.PHOTO_COUNT.en}. At most {max} photos; delete one to add another.`,
        zh: `${specMessages.PHOTO_COUNT.zh}。最多 {max} 张；请先删除一张再添加。`,
      },
      data: v.object({ max: v.number() }),
    },
    PDF_UNREADABLE: {
      status: 422,
      field: "photo",
      text: {
        id: "PDF ini terkunci, rusak, atau berisi skrip. Buka kata sandinya, atau unggah foto halamannya.",
        en: "This PDF is locked, damaged or holds a script. Remove its password, or upload photos of its pages.",
        zh: "此 PDF 已加密、损坏或含有脚本。请移除密码，或上传各页照片。",
      },
    },
    PDF_TOO_MANY_PAGES: {
      status: 409,
      field: "photo",
      text: {
        id: "PDF ini punya {pages} halaman, yang masih muat {max}. Unggah hanya halaman yang diperlukan, atau hapus foto yang ada.",
        en: "This PDF has {pages} pages, and there is room for {max}. Upload only the pages that matter, or delete a photo that is there.",
        zh: "此 PDF 共 {pages} 页，目前还可上传 {max} 页。请仅上传需要的页面，或删除已有照片。",
      },
      data: v.object({ pages: v.number(), max: v.number() }),
    },
    PDF_BLANK: {
      status: 422,
      field: "photo",
      text: {
        id: "PDF ini kosong: tidak ada yang terlihat di halamannya. Periksa filenya, atau unggah foto dokumennya.",
        en: "This PDF is blank: its pages show nothing. Check the file, or upload photos of the document.",
        zh: "此 PDF 为空白页。请检查文件，或上传文件照片。",
      },
    },
    PDF_DYNAMIC: {
      status: 422,
      field: "photo",
      text: {
        id: "Isi PDF ini hanya tampil di Adobe Reader. Buka di sana, cetak ke PDF baru, lalu unggah hasilnya atau fotonya.",
        en: "The content of this PDF is visible only in Adobe Reader. Open it there, print it to a new PDF, and upload that or photos of it.",
        zh: "此 PDF 的内容仅能在 Adobe Reader 中显示。请在其中打开并打印为新的 PDF，再上传该文件或照片。",
      },
    },
    PDF_TOO_COMPLEX: {
      status: 422,
      field: "photo",
      text: {
        id: "PDF ini terlalu rumit untuk dibuka. Unggah foto halamannya.",
        en: "This PDF is too complex to be opened. Upload photos of its pages.",
        zh: "此 PDF 过于复杂，无法打开。请上传各页照片。",
      },
    },
  },
  fieldProblems: photoFieldTexts,
});

const documentUnknown = unknown("DOCUMENT_UNKNOWN", {
  id: "Foto ini sudah tidak ada.",
  en: "This photo is no longer there.",
  zh: "该照片已不存在。",
});

export const getOwnDocument = defineCall({
  id: "getDocument",
  method: "GET",
  path: "/api/document/{documentId}",
  summary: "One photo, for its owner only; `size=PREVIEW` returns a small copy.",
  policy: { who: "borrower" },
  input: v.strictObject({
    documentId: uuid,
    size: v.optional(v.picklist(["FULL", "PREVIEW"], "CHOICE_INVALID"), "FULL"),
  }),
  output: binary,
  problems: documentUnknown,
});

export const deleteDocument = defineCall({
  id: "deleteDocument",
  method: "POST",
  path: "/api/document/{documentId}/delete",
  summary: "Deletes one photo.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ documentId: uuid }),
  output: v.object({ deleted: v.literal(true) }),
  problems: documentUnknown,
});

export const saveDocumentNote = defineCall({
  id: "saveDocumentNote",
  method: "POST",
  path: "/api/document/kind/{kind}/note",
  summary: "Saves the borrower's text about a kind of document; an empty text removes it.",
  policy: { who: "borrower" },
  input: v.strictObject({ kind: documentKind, note: v.optional(optionalText(maxDocumentNoteLength), "") }),
  output: ofKind,
  problems: {},
});

/** Options of an offer: a document, a look-up, a link, limits elsewhere, a social account. Closed list. */
export const offerOptions = [
  "DOCUMENT_SALARY_SLIP",
  "DOCUMENT_BANK_STATEMENT",
  "DOCUMENT_EMPLOYMENT_INSURANCE_CARD",
  "DOCUMENT_TAX_CARD",
  "LOOKUP_NPWP",
  "LOOKUP_BPJS",
  "LOOKUP_OPERATOR",
  "LOOKUP_EDUCATION",
  "LINK_BANK",
  "LINK_ECOM",
  "LINK_OPEN_FINANCE",
  "COMPETITORS",
  "SOCIAL",
] as const;
export type OfferOption = (typeof offerOptions)[number];

/** The kind of document that an option asks for. */
export const kindOfOption = (option: OfferOption): DocumentKind | undefined =>
  borrowerDocumentKinds.find((kind) => option === `DOCUMENT_${kind}`);

export const offerKinds = ["REVIEW", "REOFFER"] as const;
export type OfferKind = (typeof offerKinds)[number];
export const informationOfferStates = ["OPEN", "GIVEN", "SKIPPED", "EXPIRED", "WITHDRAWN"] as const;
export type InformationOfferState = (typeof informationOfferStates)[number];

export const informationOffer = openShape("InformationOffer", {
  offerId: v.string(),
  kind: v.picklist(offerKinds),
  state: v.picklist(informationOfferStates),
  options: v.array(v.picklist(offerOptions)),
  /** The borrower's choice; giving another one also counts. */
  chosen: v.nullable(v.picklist(offerOptions)),
  given: v.nullable(v.picklist(offerOptions)),
  dueAt: instant,
  endedAt: v.nullable(instant),
});
export type InformationOffer = v.InferOutput<typeof informationOffer>;

/** Purpose of the link to an offer; it shows nothing personal and only takes uploads. // Spec account 8: 7 days */
export const offerLinkPurpose = "INFO_OFFER";
/**
 * Purpose of the link with which a borrower adds missing data without a login: it asks for the birth date and shows no
 * stored value. Its subject is `<borrower>.<link>`. // Credit and support 2
 */
export const fillLinkPurpose = "FILL";
export const getInformationOffer = defineCall({
  id: "getInformationOffer",
  method: "GET",
  path: "/api/information-offer",
  summary: "The last offer to add something to an application, and its result; null when there never was one.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ offer: v.nullable(informationOffer) }),
  problems: {},
});

export const informationOfferProblems = {
  ...unknown("OFFER_UNKNOWN", {
    id: "Tawaran ini tidak ditemukan.",
    en: "There is no such offer.",
    zh: "找不到此邀请。",
  }),
  OFFER_OVER: {
    status: 409,
    text: {
      id: "Tawaran ini sudah berakhir. Buka lagi halamannya untuk melihat statusnya.",
      en: "This offer has ended. Open the page again to see its status.",
      zh: "此邀请已结束。请重新打开页面查看状态。",
    },
  },
} as const;

export const getOfferByLink = defineCall({
  id: "getInformationOfferByLink",
  method: "GET",
  path: "/api/information-offer/outside",
  summary: "An offer that was sent as a link: what may be uploaded without logging in, and whether it is over.",
  policy: { who: "link", purpose: offerLinkPurpose },
  input: noInput,
  output: v.object({
    state: v.picklist(informationOfferStates),
    uploads: v.array(v.picklist(borrowerDocumentKinds)),
    /** Whether a public profile name may be given instead of a screenshot. */
    social: v.boolean(),
    dueAt: instant,
  }),
  problems: { OFFER_UNKNOWN: informationOfferProblems.OFFER_UNKNOWN },
});
export type OfferByLink = v.InferOutput<(typeof getOfferByLink)["output"]>;
