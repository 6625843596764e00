/** Staff's view of a borrower and their actions: search, masked data and unmasking, locks, notes, documents. Product decisions 5. */
import * as v from "valibot";
import { socialAccount } from "#features/account/social-account/contract.ts";
import { binary } from "#shared/binary.ts";
import { reason, reasonProblems } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { cursorLike, listOf } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { figureGroups } from "#shared/borrower-figures.ts";
import { accountStateGroups } from "#shared/account-state-groups.ts";
import { languages } from "#shared/texts.ts";
import { timelineKinds } from "#shared/timeline-kinds.ts";
import { loanStates } from "#features/credit/loan/contract.ts";
import { borrowerDocumentKinds } from "#features/account/document/contract.ts";
import { optionalAnswers } from "#features/account/profile/contract.ts";
import { faceCheckPurposes, identityPhotoKinds } from "#features/account/identity/contract.ts";
import { timelineEntry } from "./timeline-contract.ts";

const borrowerProblems = {
  BORROWER_NOT_FOUND: {
    status: 404,
    text: { id: "Peminjam ini tidak ditemukan.", en: "There is no such borrower.", zh: "找不到该借款人。" },
  },
} as const satisfies ProblemKinds;

/** Staff handle a few borrowers an hour; a person who looks up hundreds is gathering data. // Threat E4t */
const lookingUp = { by: "staff", seconds: 3_600 } as const;

export const searchBorrower = defineCall({
  id: "searchBorrower",
  method: "POST",
  path: "/api/staff/borrowers/search",
  summary:
    "Finds a borrower, or something of one, by one exact identifier: mobile number, NIK, number of a loan, virtual account or complaint, or id. A partial identifier finds nothing.",
  policy: {
    who: "staff",
    permission: "borrower.search",
    trail: { id: "Mencari peminjam", en: "Searched a borrower", zh: "查找借款人" },
  },
  vital: true,
  limits: [{ ...lookingUp, counter: "staff-search", max: 120 }],
  input: v.strictObject({ identifier: v.pipe(freeText(60)) }),
  /** More than one only when several accounts gave the same NIK. */
  output: v.object({
    kind: v.string(),
    /** The borrower, if shown here, and the console's page about the hit. */
    found: v.array(v.object({ borrowerId: v.nullable(v.string()), to: v.string() })),
  }),
  problems: {
    ...borrowerProblems,
    IDENTIFIER_UNKNOWN: {
      status: 422,
      text: {
        id: "Ketik lengkap nomor ponsel (08…), NIK 16 angka, nomor pinjaman atau pengaduan, atau ID.",
        en: "Type a whole mobile number (08…), a 16-digit NIK, the number of a loan or complaint, or an id.",
        zh: "请输入完整的手机号（08…）、16 位 NIK、借款或投诉编号，或 ID。",
      },
    },
  },
});

/** Fields that stay masked until a reason is given. */
export const maskedFields = [
  "MOBILE_NUMBER",
  "NIK",
  "BIRTH",
  "ADDRESS",
  "EMPLOYER",
  "CONTACTS",
  "BANK_ACCOUNTS",
] as const;
export type MaskedField = (typeof maskedFields)[number];

const loanInBrief = v.object({
  loanId: v.string(),
  loanNumber: v.string(),
  state: v.picklist(loanStates),
  principalRupiah: v.number(),
  tenorDays: v.number(),
  submittedAt: v.nullable(instant),
  disbursedOn: v.nullable(v.string()),
});
const staffNote = v.object({ id: v.string(), staffName: v.string(), text: v.string(), createdAt: instant });

/** A current item of the account: a request, a link, a consent, a freeze, a hold. */
const standing = v.object({
  group: v.picklist(accountStateGroups),
  id: v.string(),
  what: v.string(),
  state: v.string(),
  isOpen: v.boolean(),
  at: instant,
  until: v.nullable(instant),
  /** The console's page about it. */
  to: v.nullable(v.string()),
});
export type AccountStateAnswer = v.InferOutput<typeof standing>;

/** A figure of the borrower; one of its four kinds of value is given, the others are null. */
const figure = v.object({
  group: v.picklist(figureGroups),
  key: v.string(),
  text: v.string(),
  rupiah: v.nullable(v.number()),
  count: v.nullable(v.number()),
  words: v.nullable(v.string()),
  at: v.nullable(instant),
  note: v.nullable(v.string()),
  on: v.nullable(answeredDate),
  tone: v.nullable(v.picklist(["bad", "attention", "ok"])),
  to: v.nullable(v.string()),
});
export type FigureLine = v.InferOutput<typeof figure>;

export const borrowerPage = v.object({
  borrowerId: v.string(),
  status: v.string(),
  /** Blocked by its owner ("this was not me"): only the case of the release opens it. */
  frozenByOwner: v.boolean(),
  registeredAt: instant,
  lastLoginAt: instant,
  language: v.picklist(languages),
  /** Names are shown: people say them on the phone. Other identifying data is masked. */
  fullName: v.nullable(v.string()),
  maskedMobileNumber: v.nullable(v.string()),
  maskedNik: v.nullable(v.string()),
  identity: v.nullable(v.object({ faceVerified: v.boolean(), nikMatchesBirth: v.boolean() })),
  profile: v.nullable(
    v.object({
      monthlyIncomeRupiah: v.nullable(v.number()),
      owedElsewhereRupiah: v.nullable(v.number()),
      zone: v.nullable(v.string()),
      industry: v.nullable(v.string()),
      workingMonths: v.nullable(v.number()),
    }),
  ),
  missing: v.array(v.string()),
  bankAccounts: v.array(
    v.object({ bankName: v.string(), masked: v.string(), verified: v.boolean(), isMain: v.boolean() }),
  ),
  limit: v.object({ totalRupiah: v.number(), usedRupiah: v.number(), remainingRupiah: v.number() }),
  /** Wrong codes or passwords have closed the way in for a while. */
  lockedUntil: v.nullable(instant),
  loans: v.array(loanInBrief),
  /** By group: credit, repayment, contact, account. */
  figures: v.array(figure),
  /** The newest messages with their delivery, at most five. */
  messages: v.array(timelineEntry),
  /** Open items first, then the newest. */
  standing: v.array(standing),
  notes: v.array(staffNote),
});
export type BorrowerPage = v.InferOutput<typeof borrowerPage>;

const ofBorrower = v.strictObject({ borrowerId: uuid });

export const getBorrowerPage = defineCall({
  id: "getBorrowerPage",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}",
  summary: "A borrower as support staff see one: masked.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: { id: "Melihat peminjam", en: "Viewed a borrower", zh: "查看借款人" },
  },
  input: ofBorrower,
  output: borrowerPage,
  problems: borrowerProblems,
});

export const getBorrowerTimeline = defineCall({
  id: "getBorrowerTimeline",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/timeline",
  summary: "Timeline of a borrower, newest first: loans, limits, messages with their delivery, staff actions.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: {
      id: "Melihat linimasa",
      en: "Viewed the timeline",
      zh: "查看时间线",
    },
  },
  input: v.strictObject({
    borrowerId: uuid,
    kind: v.optional(v.union([v.literal(""), v.picklist(timelineKinds)], "CHOICE_INVALID")),
    cursor: cursorLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  }),
  output: listOf(timelineEntry),
  problems: borrowerProblems,
});

export const unmaskBorrower = defineCall({
  id: "unmaskBorrower",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/unmask",
  summary: "Shows masked data for a reason. The audit trail records the reason and the fields.",
  policy: {
    who: "staff",
    permission: "borrower.unmask",
    trail: { id: "Membuka data", en: "Unmasked data", zh: "查看完整资料" },
  },
  vital: true,
  limits: [{ ...lookingUp, counter: "staff-unmask", max: 60 }],
  input: v.strictObject({
    borrowerId: uuid,
    fields: v.pipe(
      v.array(v.picklist(maskedFields, "CHOICE_INVALID"), "REQUIRED"),
      v.minLength(1, "REQUIRED"),
      v.maxLength(maskedFields.length, "CHOICE_INVALID"),
    ),
    reason,
  }),
  output: v.object({
    shown: v.array(
      v.object({
        field: v.picklist(maskedFields),
        values: v.array(v.object({ label: v.string(), value: v.string() })),
      }),
    ),
  }),
  problems: borrowerProblems,
  fieldProblems: reasonProblems,
});

export const unlockBorrowerCall = defineCall({
  id: "unlockBorrower",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/unlock",
  summary: "Removes the locks after wrong codes and passwords, and unblocks a blocked account.",
  policy: {
    who: "staff",
    permission: "borrower.unlock",
    trail: {
      id: "Membuka kunci akun",
      en: "Unlocked the account",
      zh: "解锁账户",
    },
  },
  vital: true,
  input: v.strictObject({ borrowerId: uuid, reason }),
  output: v.object({ locksOpened: v.number(), unblocked: v.boolean() }),
  problems: {
    ...borrowerProblems,
    /** One member of staff alone could be persuaded to release it. // Spec account 2 */
    ACCOUNT_CONTESTED: {
      status: 409,
      text: {
        id: "Pemilik membekukan akun ini. Hanya kasus pembekuan yang membukanya kembali, oleh dua orang.",
        en: "The owner froze this account. Only two people can release it, in the case of the freeze.",
        zh: "此账户由用户本人冻结，只能由冻结案件经两人审核解冻。",
      },
    },
  },
  fieldProblems: reasonProblems,
});

export const blockBorrower = defineCall({
  id: "blockBorrower",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/block",
  summary: "Blocks an account: all its sessions end, and no login is possible until it is unlocked.",
  policy: {
    who: "staff",
    permission: "borrower.block",
    trail: { id: "Memblokir akun", en: "Blocked the account", zh: "封禁账户" },
  },
  vital: true,
  input: v.strictObject({ borrowerId: uuid, reason }),
  output: v.object({ blocked: v.boolean() }),
  problems: borrowerProblems,
  fieldProblems: reasonProblems,
});

export const addBorrowerNote = defineCall({
  id: "addBorrowerNote",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/notes",
  summary: "Writes a note about a borrower, for other staff.",
  policy: {
    who: "staff",
    permission: "borrower.note",
    trail: { id: "Menulis catatan", en: "Wrote a note", zh: "添加备注" },
  },
  input: v.strictObject({ borrowerId: uuid, text: freeText(2_000) }),
  output: v.object({ id: v.string() }),
  problems: borrowerProblems,
});

const documentProblems = {
  ...borrowerProblems,
  DOCUMENT_NOT_FOUND: {
    status: 404,
    text: { id: "Dokumen ini tidak ada.", en: "There is no such document.", zh: "没有该文件。" },
  },
} as const satisfies ProblemKinds;
const documents = { who: "staff", permission: "borrower.documents" } as const;
/** Possible outcomes of a face check. */
export const faceOutcomes = ["MATCH", "NO_MATCH", "UNREADABLE", "NOT_REGISTERED", "WRONG_NIK", "UNAVAILABLE"] as const;

export const listBorrowerDocuments = defineCall({
  id: "listBorrowerDocuments",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/documents",
  summary: "A borrower's uploads, by kind. Each picture is a call of its own, recorded in the audit trail.",
  policy: {
    ...documents,
    trail: {
      id: "Melihat daftar dokumen",
      en: "Viewed the list of documents",
      zh: "查看文件列表",
    },
  },
  input: ofBorrower,
  output: v.object({
    identity: v.array(v.picklist(identityPhotoKinds)),
    kinds: v.array(
      v.object({ kind: v.picklist(borrowerDocumentKinds), uploadedAt: instant, ids: v.array(v.string()) }),
    ),
    /** Optional information; for people to read, never a reason to refuse. */
    optional: v.nullable(optionalAnswers),
    otherText: v.string(),
    /** Public names, each with the code that its profile may show. */
    socialAccounts: v.array(socialAccount),
    competitors: v.array(v.object({ lender: v.string(), limitRupiah: v.number(), toldAt: instant })),
    screenshots: v.array(v.object({ id: v.string(), uploadedAt: instant })),
    /** The typed data, for comparison with the pictures; masked as everywhere. Null before anything was typed. */
    typed: v.object({
      fullName: v.nullable(v.string()),
      maskedNik: v.nullable(v.string()),
      nikMatchesBirth: v.nullable(v.boolean()),
      ageYears: v.nullable(v.number()),
      monthlyIncomeRupiah: v.nullable(v.number()),
      workingMonths: v.nullable(v.number()),
    }),
    /** Face checks against the card, newest first: similarity, and certainty of a living person, in parts per million. */
    faces: v.array(
      v.object({
        purpose: v.picklist(faceCheckPurposes),
        outcome: v.picklist(faceOutcomes),
        similarityPpm: v.nullable(v.number()),
        livenessPpm: v.nullable(v.number()),
        checkedAt: instant,
      }),
    ),
  }),
  problems: borrowerProblems,
});

export const getBorrowerDocument = defineCall({
  id: "getBorrowerDocument",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/documents/{documentId}",
  summary: "One uploaded picture.",
  policy: {
    ...documents,
    trail: {
      id: "Melihat dokumen",
      en: "Viewed a document",
      zh: "查看文件",
    },
  },
  input: v.strictObject({ borrowerId: uuid, documentId: uuid }),
  output: binary,
  problems: documentProblems,
});

export const getBorrowerPhoto = defineCall({
  id: "getBorrowerPhoto",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/identity/{kind}",
  summary: "The picture of the identity card, or the selfie.",
  policy: {
    ...documents,
    trail: {
      id: "Melihat foto identitas",
      en: "Viewed an identity photo",
      zh: "查看身份照片",
    },
  },
  input: v.strictObject({ borrowerId: uuid, kind: v.picklist(identityPhotoKinds, "CHOICE_INVALID") }),
  output: binary,
  problems: documentProblems,
});
