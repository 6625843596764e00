/** Fill-in by a link: the borrower gives what an application lacks without a login. Names of what is missing are shown, never a stored value. */
import * as v from "valibot";
import {
  contactNumberProblems,
  contactPerson,
  profileParts,
  saveHome,
  savePersonal,
  saveWork,
} from "#features/account/profile/contract.ts";
import {
  documentKind,
  borrowerDocumentKinds,
  documentUploads,
  fillLinkPurpose,
  incomeEvidenceKinds,
  uploadDocument,
  type DocumentKind,
} from "#features/account/document/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { photo, photoFieldTexts } from "#shared/fields/photo.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Wrong birth dates that end a link. */
export const fillAttempts = 3;
/** Minutes after the correct birth date, or after the last item given, until the browser is asked for the birth date again. */
export const provenMinutes = 60;

/** Limits of sent links: per borrower in 24 hours and in 30 days, per number in 30 days, and for all borrowers in a day. // Threat I1 */
export const maxFillLinksADay = 3;
export const maxLinksAMonth = 6;
export const maxLinksOfNumber = 6;
export const maxLinksInAllADay = 2_000;

/** Items that a link may ask for; never identity, number or bank account. `DOCUMENT_…`: staff asked for it again. */
export const fillItems = [
  ...profileParts,
  "CONTACT",
  "INCOME_EVIDENCE",
  ...borrowerDocumentKinds.map((kind) => `DOCUMENT_${kind}` as const),
] as const;
export type FillItem = (typeof fillItems)[number];

/** The kinds of documents that an item takes. */
export const kindsOfItem = (item: FillItem): readonly DocumentKind[] =>
  item === "INCOME_EVIDENCE"
    ? incomeEvidenceKinds
    : borrowerDocumentKinds.filter((kind) => item === `DOCUMENT_${kind}`);

export const fillLinkStates = ["OPEN", "DONE", "DEAD", "EXPIRED", "REPLACED"] as const;
export type FillLinkState = (typeof fillLinkStates)[number];

export const fillView = openShape("FillIn", {
  /** CHECK: the birth date comes first; nothing else is shown. DONE: everything was sent. */
  state: v.picklist(["CHECK", "OPEN", "DONE"]),
  /** Birth dates that may still be tried. */
  attemptsLeft: v.number(),
  /** The items that were missing when the link was made; empty unless OPEN. */
  items: v.array(v.object({ item: v.picklist(fillItems), isGiven: v.boolean() })),
  /** Until when the link takes something; null unless OPEN. */
  endsAt: v.nullable(instant),
});
export type FillView = v.InferOutput<typeof fillView>;

const policy = { who: "link", purpose: fillLinkPurpose } as const;
const saves = { counter: "fill-save", by: "link", max: 60, seconds: 3_600 } as const;

const fillDone = {
  FILL_DONE: {
    status: 409,
    text: {
      id: "Ini sudah kami terima, atau tidak diminta lewat tautan ini. Untuk mengubahnya, masuk ke akun Anda.",
      en: "We have this already, or the link does not ask for it. To change it, log in to your account.",
      zh: "此项我们已收到，或此链接未要求提供。如需修改，请登录账户。",
    },
  },
} as const satisfies ProblemKinds;

export const getFill = defineCall({
  id: "getFillIn",
  method: "GET",
  path: "/api/loan/fill",
  summary:
    "From a signed link, without login: the names of the missing data, once the birth date was entered correctly.",
  policy,
  input: noInput,
  output: fillView,
  problems: {},
});

export const checkFill = defineCall({
  id: "checkFillIn",
  method: "POST",
  path: "/api/loan/fill/check",
  summary:
    "Compares the birth date. Three wrong ones end the link. A correct one gives the browser another link, which opens the forms for an hour.",
  policy,
  limits: [{ counter: "fill-check", by: "address", max: 30, seconds: 3_600 }],
  input: v.strictObject({ birthDate: businessDate }),
  output: v.object({ checked: v.literal(true) }),
  problems: {
    ...fillDone,
    FILL_CHECK_WRONG: {
      status: 403,
      field: "birthDate",
      text: {
        id: "Tanggal lahir tidak cocok. Sisa percobaan: {attemptsLeft}.",
        en: "The birth date does not match. Tries left: {attemptsLeft}.",
        zh: "出生日期不符。剩余次数：{attemptsLeft}。",
      },
      data: v.object({ attemptsLeft: v.number() }),
    },
  },
});

export const fillPersonal = defineCall({
  ...savePersonal,
  id: "savePersonalInformationByLink",
  path: "/api/loan/fill/personal",
  summary:
    "Saves education, civil status, loan purpose and debts elsewhere, from a signed link while they are missing.",
  policy,
  limits: [saves],
  output: fillView,
  problems: fillDone,
});
export const fillHome = defineCall({
  ...saveHome,
  id: "saveHomeInformationByLink",
  path: "/api/loan/fill/home",
  summary: "Saves the address of residence, from a signed link while it is missing.",
  policy,
  limits: [saves],
  output: fillView,
  problems: { ...saveHome.problems, ...fillDone },
});
export const fillWork = defineCall({
  ...saveWork,
  id: "saveWorkInformationByLink",
  path: "/api/loan/fill/work",
  summary:
    "Saves work and income, from a signed link while they are missing. Such an income is unverified: a person reviews the application.",
  policy,
  limits: [saves],
  output: fillView,
  problems: fillDone,
});
export const fillContact = defineCall({
  id: "addContactByLink",
  method: "POST",
  path: "/api/loan/fill/contact",
  summary:
    "Adds an emergency contact, from a signed link while there is none. The contact is asked for consent as usual.",
  policy,
  limits: [saves],
  input: contactPerson,
  output: fillView,
  problems: { ...contactNumberProblems, ...fillDone },
});
export const fillDocument = defineCall({
  id: "uploadDocumentByLink",
  method: "POST",
  path: "/api/loan/fill/document",
  summary:
    "Adds one photo, or the pages of a PDF, of a kind that the link asks for, until it is sent. As multipart/form-data.",
  policy,
  // The link is one borrower's; it says whose uploads these are.
  limits: [{ ...documentUploads, after: "the link asks for this kind" }],
  input: v.strictObject({ kind: documentKind, photo }),
  output: fillView,
  problems: { ...uploadDocument.problems, ...fillDone },
  fieldProblems: photoFieldTexts,
});

export const finishFill = defineCall({
  id: "submitFillIn",
  method: "POST",
  path: "/api/loan/fill/finish",
  summary: "Submits the data given through the link, once. This answers the request for documents and ends the link.",
  policy: { ...policy, idempotent: true },
  input: noInput,
  output: fillView,
  problems: {
    ...fillDone,
    FILL_MISSING: {
      status: 409,
      text: {
        id: "Belum lengkap. Isi dulu yang masih ditandai kurang.",
        en: "It is not complete yet. First fill in what is still marked as missing.",
        zh: "尚未齐全。请先补充仍标记为缺少的内容。",
      },
      data: v.object({ missing: v.array(v.picklist(fillItems)) }),
    },
  },
});
