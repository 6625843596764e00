/** Security of an account: what happened to it, and how its owner objects. */
import * as v from "valibot";
import {
  faceRecheckInput,
  faceRecheckLimits,
  faceRecheckProblems,
  faceFieldTexts,
  faceReviewState,
  noFrozenAccount,
} from "#features/account/identity/contract.ts";
import { proofProblems } from "#features/account/verification/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { phone } from "#shared/fields/phone.ts";
import { captchaAnswer, uuid, verificationChannel, verificationCode } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Days in which the owner can object through a notice's link. // Spec account 1 */
export const contestDays = 14;
/** Hours within which staff decide about a frozen account. // Spec account 2 */
export const contestHours = 24;
/** Days for which events are shown. // Spec account 2 */
export const eventDays = 400;
/** Purpose of the signed link that every security notice carries. */
export const contestPurpose = "CONTEST";

/** Events that an owner is notified of. A closed list; stored rows name their kind, so never rename one. // Spec account 2 */
export const securityEventKinds = [
  "LOGIN_UNKNOWN_DEVICE",
  "PASSWORD_CHANGED",
  "EMAIL_CHANGE_ASKED",
  "EMAIL_CHANGED",
  "EMAIL_REMOVED",
  "NUMBER_CHANGE_ASKED",
  "NUMBER_CHANGED",
  "NUMBER_RECOVERY_ASKED",
  "NUMBER_RECOVERED",
  "NUMBER_DISOWNED",
  "BANK_ACCOUNT_ADDED",
  "BANK_ACCOUNT_CHOSEN",
  "BANK_ACCOUNT_REMOVED",
  "ACCOUNT_LINKED",
  "BANK_LINKED",
  "SHOP_LINKED",
  "OPEN_FINANCE_LINKED",
  "IDENTITY_CORRECTION_ASKED",
  "IDENTITY_CORRECTED",
  "MERGE_ASKED",
  "ACCOUNT_MERGED",
  "CLOSURE_ASKED",
  "EXPORT_MADE",
  "EXPORT_OPENED",
  "ACCOUNT_CONTESTED",
  "ACCOUNT_RELEASED",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

export const contestStateNames = ["FROZEN", "PROVEN", "RELEASED", "KEPT"] as const;
/** FROZEN: its owner has to prove number and face. PROVEN: two people decide. KEPT: they did not release it. */
export type ContestState = (typeof contestStateNames)[number];

const eventKind = v.picklist(securityEventKinds);

export const listSecurityEvents = defineCall({
  id: "listSecurityEvents",
  method: "GET",
  path: "/api/security/events",
  summary:
    "Events of the account that its owner can object to, newest first, of the last 400 days; and until when the account is held.",
  policy: { who: "borrower" },
  input: v.strictObject(listQuery),
  output: v.object({
    ...listOf(
      v.object({
        id: v.string(),
        kind: eventKind,
        at: instant,
        /** The program's name; empty when no person acted. */
        device: v.string(),
        /** The page for objecting, open for 14 days; null after that, and after an objection. */
        contestPath: v.nullable(v.string()),
      }),
    ).entries,
    heldUntil: v.nullable(instant),
  }),
  problems: {},
});

const contestView = openShape("ContestView", {
  event: v.object({ kind: eventKind, at: instant, device: v.string() }),
  /** The last two digits of the former number, by which the owner recognises the account. */
  accountEnding: v.string(),
  /** OPEN: the account can be frozen from here. OVER: it was, and was released. */
  state: v.picklist(["OPEN", "FROZEN", "PROVEN", "KEPT", "OVER"]),
  promisedUntil: v.nullable(instant),
  /** Why the account stays frozen, where it was not released. */
  reason: v.nullable(v.string()),
});
export type ContestView = v.InferOutput<typeof contestView>;

const contestOver = {
  CONTEST_OVER: {
    status: 410,
    text: {
      id: "Tautan ini sudah tidak berlaku. Masuk dan lihat halaman Keamanan, atau hubungi kami.",
      en: "This link has expired. Log in and see the Security page, or contact us.",
      zh: "此链接已失效。请登录后查看“安全”页面，或联系我们。",
    },
  },
} as const satisfies ProblemKinds;

export const getContest = defineCall({
  id: "getAccountContest",
  method: "GET",
  path: "/api/security/contest",
  summary: "The event of a security notice, and whether the account was frozen because of it. Changes nothing.",
  policy: { who: "link", purpose: contestPurpose },
  input: noInput,
  output: contestView,
  problems: contestOver,
});

export const contestAccount = defineCall({
  id: "contestAccount",
  method: "POST",
  path: "/api/security/contest",
  summary:
    "Freezes the account from a security notice: all sessions end, open requests stop, no money leaves, repaying stays possible. Once per notice; repeating it returns the same answer.",
  policy: { who: "link", purpose: contestPurpose },
  vital: true,
  input: noInput,
  output: contestView,
  problems: contestOver,
});

const unfreezing = openShape("Unfreezing", {
  /** RELEASED: the account is open again; shown only to the browser that proved it. */
  state: v.picklist(contestStateNames),
  promisedUntil: instant,
  /** A face was verified on this account: NIK and selfie are needed. */
  needsFace: v.boolean(),
  /** Why the account stayed frozen before. */
  reason: v.nullable(v.string()),
  /** A page with a signed link for paying bills in the meantime; null when nothing is owed. */
  billsPath: v.nullable(v.string()),
  /** For the release: tries by machine, and the newest check by staff. */
  ...faceReviewState,
});

export type UnfreezingAnswer = v.InferOutput<typeof unfreezing>;

export const getUnfreeze = defineCall({
  id: "getUnfreezing",
  method: "GET",
  path: "/api/security/unfreeze",
  summary:
    "The frozen account whose number this session has proven by an UNFREEZE code; later also the state of its case, in the session that has proven number and face.",
  policy: { who: "visitor" },
  input: noInput,
  output: unfreezing,
  problems: { ...noFrozenAccount, VERIFICATION_NEEDED: proofProblems.VERIFICATION_NEEDED },
});

/** The first step of the release as its form sends it. */
export const unfreezeRequest = v.object({
  mobileNumber: phone,
  channel: verificationChannel,
  captcha: v.optional(captchaAnswer),
});

export const unfreeze = defineCall({
  id: "unfreezeAccount",
  method: "POST",
  path: "/api/security/unfreeze",
  summary:
    "Requests the release of a frozen account: an UNFREEZE code to the former number, NIK and selfie. Two people decide. While staff check the face, selfie and video go to them. As multipart/form-data.",
  policy: { who: "visitor" },
  vital: true,
  limits: faceRecheckLimits,
  input: v.strictObject({
    verificationId: uuid,
    code: v.optional(verificationCode),
    ...faceRecheckInput,
  }),
  output: unfreezing,
  problems: { ...proofProblems, ...faceRecheckProblems, ...noFrozenAccount },
  fieldProblems: faceFieldTexts,
});
