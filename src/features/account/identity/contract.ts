/** Identity: the card (KTP), its data, and whether the borrower's face matches it. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { fullName, placeName } from "#shared/fields/name.ts";
import { nik } from "#shared/fields/nik.ts";
import { photo, photoFieldTexts, photoKnown, photoProblems } from "#shared/fields/photo.ts";
import { video, videoFieldTexts, videoProblems } from "#shared/fields/video.ts";
import { specMessages } from "#shared/fields/texts.ts";
import { openShape } from "#shared/fields/shape.ts";
import { defineTexts } from "#shared/texts.ts";

export const identityPhotoKinds = ["KTP", "SELFIE"] as const;
export type IdentityPhotoKind = (typeof identityPhotoKinds)[number];
/** Spec 4 names a set number of failed checks and not the number; it is ours. // Spec account 1, decision 253 */
export const maxFaceFailures = 5;
/** Days in which failed checks count; the window slides. */
export const faceFailureDays = 30;
/** Purposes of a face check: once for the identity, then again whenever an account could change hands. */
export const faceCheckPurposes = [
  "IDENTITY",
  "NUMBER_CHANGE",
  "LOST_NUMBER",
  "ACCOUNT_MERGE",
  "UNFREEZE",
  "CORRECTION",
] as const;
export type FaceCheckPurpose = (typeof faceCheckPurposes)[number];
/**
 * Failed checks are counted apart: those of flows that the logged-in owner alone can enter, and each of the two that strangers reach, who
 * then use up none of the owner's. // Spec account 14, threats D3, I2
 */
export const faceLanes: readonly (readonly FaceCheckPurpose[])[] = [
  ["IDENTITY", "CORRECTION", "NUMBER_CHANGE", "ACCOUNT_MERGE"],
  ["LOST_NUMBER"],
  ["UNFREEZE"],
];

/** Hours in which staff decide about a face. // Spec account 14 */
export const faceReviewHours = 24;
/** Hours for which an approval is valid for the flow that requested it. */
export const faceApprovalHours = 72;

/** The steps that need a face. UNFREEZE is asked for without a login, by the number of a frozen account. */
export const faceReviewFlows = ["IDENTITY", "CORRECTION", "MOBILE_CHANGE", "MERGE", "UNFREEZE"] as const;
export type FaceReviewFlow = (typeof faceReviewFlows)[number];

/** The page on which each flow asks for the face. */
export const faceFlowPages = {
  IDENTITY: "/webview/identity",
  CORRECTION: "/webview/my-profile/correction",
  MOBILE_CHANGE: "/webview/loan-edit-mobile",
  MERGE: "/webview/merge-mobile",
  UNFREEZE: "/account-hold",
} as const satisfies Record<FaceReviewFlow, `/${string}`>;

export const faceReviewStates = ["WAITING", "ASKED", "APPROVED", "REJECTED"] as const;

/** State of the newest check by staff. */
export const faceReviewView = openShape("FaceReview", {
  flow: v.picklist(faceReviewFlows),
  /** ASKED: staff need another selfie or a video. APPROVED: good for the flow that asked, until it was used. */
  state: v.picklist(faceReviewStates),
  promisedUntil: instant,
  /** The promised deadline was missed. */
  isLate: v.boolean(),
  /** A selfie for this check exists; without one it cannot be approved. */
  hasSelfie: v.boolean(),
  /** Things that staff ask for, in the reader's language. */
  asked: v.array(v.string()),
  /** Why it was rejected. */
  reason: v.optional(v.string()),
});
export type FaceReviewView = v.InferOutput<typeof faceReviewView>;

/** For the pages of a flow: the check by staff, and the automatic tries that are left. */
export const faceReviewState = {
  faceReview: v.nullable(faceReviewView),
  attemptsLeft: v.number(),
};

export const noFrozenAccount = unknown("CONTEST_UNKNOWN", {
  id: "Tidak ada akun yang dibekukan dengan nomor ini.",
  en: "There is no frozen account with this number.",
  zh: "此号码没有被冻结的账户。",
});

/** The city or regency on the card. */
export const birthPlace = placeName("BIRTH_PLACE_FORMAT");
export const identityFieldTexts = defineTexts({
  BIRTH_PLACE_FORMAT: {
    id: "Tulis kota atau kabupaten tempat lahir, seperti di KTP.",
    en: "Enter the city or regency of birth, as on the KTP.",
    zh: "请按身份证填写出生城市或县。",
  },
});

export const getIdentity = defineCall({
  id: "getIdentity",
  method: "GET",
  path: "/api/identity",
  summary:
    "The borrower's data of the identity card. Once the face is verified the NIK is masked and nothing can be changed.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    person: v.nullable(
      v.object({
        fullName: v.string(),
        nik: v.string(),
        birthPlace: v.string(),
        birthDate: v.string(),
        sex: v.picklist(["FEMALE", "MALE"]),
      }),
    ),
    /** Text read from the card's photo before the data was given: the borrower checks it, and it is never trusted. */
    read: v.nullable(
      v.object({
        fullName: v.optional(v.string()),
        nik: v.optional(v.string()),
        birthPlace: v.optional(v.string()),
        birthDate: v.optional(v.string()),
        sex: v.optional(v.picklist(["FEMALE", "MALE"])),
      }),
    ),
    /** Between which days a birth date can lie, both included. */
    birthDates: v.object({ earliest: v.string(), latest: v.string() }),
    hasCardPhoto: v.boolean(),
    faceVerified: v.boolean(),
    /** In the flows that the owner alone can enter: tries by machine, and the newest check by staff. */
    ...faceReviewState,
    /** Card photo, card data and face are all verified. */
    complete: v.boolean(),
  }),
  problems: {},
});

export const identityLockedProblem = {
  IDENTITY_LOCKED: {
    status: 409,
    text: {
      id: "Identitas Anda sudah terverifikasi dan tidak bisa diubah di sini. Ada yang salah? Minta perbaikan lewat profil Anda.",
      en: "Your identity is verified and cannot be changed here. Is something wrong? Ask for a correction from your profile.",
      zh: "您的身份已核验，无法在此修改。如有错误，请在个人资料页申请更正。",
    },
  },
} as const;

/** Data and card cannot be changed while staff review them. */
const inReview = {
  IDENTITY_IN_REVIEW: {
    status: 409,
    text: {
      id: "Petugas sedang memeriksa KTP dan wajah Anda, paling lambat {untilText}. Data dan foto KTP bisa diubah sesudahnya.",
      en: "Our staff are checking your KTP and face, by {untilText} at the latest. Data and photo can be changed afterwards.",
      zh: "工作人员正在核验您的身份证与人脸，最迟 {untilText} 完成，之后可修改信息和照片。",
    },
    data: v.object({ until: instant, untilText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const saveIdentity = defineCall({
  id: "saveIdentity",
  method: "POST",
  path: "/api/identity",
  summary:
    "Saves the data of the identity card. A NIK that disagrees with the birth date is stored and flagged for review.",
  policy: { who: "borrower" },
  input: v.strictObject({
    fullName,
    nik,
    birthPlace,
    birthDate: businessDate,
    sex: v.picklist(["FEMALE", "MALE"], "CHOICE_INVALID"),
  }),
  output: v.object({ nikMatchesBirth: v.boolean() }),
  problems: {
    ...identityLockedProblem,
    ...inReview,
    BIRTH_DATE_IMPOSSIBLE: {
      status: 422,
      field: "birthDate",
      text: { id: "Periksa tanggal lahir Anda.", en: "Please check your date of birth.", zh: "请核对您的出生日期。" },
    },
  },
  fieldProblems: identityFieldTexts,
});

export const uploadCardPhoto = defineCall({
  id: "uploadCardPhoto",
  method: "POST",
  path: "/api/identity/card-photo",
  summary: "Keeps the photo of the identity card (JPEG, PNG, WebP). As multipart/form-data.",
  policy: { who: "borrower" },
  input: v.strictObject({ photo }),
  output: v.object({ kept: v.literal(true) }),
  problems: { ...identityLockedProblem, ...inReview, ...photoProblems },
  fieldProblems: photoFieldTexts,
});

/** A form sends text: a ticked box arrives as "true" or "on". */
const ticked = v.optional(
  v.union([v.boolean(), v.literal("true"), v.literal("on")], "SERVICE_AGREEMENT_NEEDED"),
  false,
);
export const serviceAgreed = v.pipe(
  ticked,
  v.check((isTicked) => isTicked !== false, "SERVICE_AGREEMENT_NEEDED"),
);

/**
 * Input of a step that needs the face: everything but the video for a check by machine; selfie, optional video and NIK
 * for one by staff (`askFaceReview`); nothing once staff have approved it.
 */
export const faceInput = {
  photo: v.optional(photo),
  video: v.optional(video),
  /** Whether the tick is required depends on who compares. */
  agreed: v.pipe(
    ticked,
    v.transform((isTicked) => isTicked !== false),
  ),
};
export const faceRecheckInput = { nik: v.optional(nik), ...faceInput };
export const faceFieldTexts = { ...photoFieldTexts, ...videoFieldTexts };

/** Problems of a face check after a selfie was sent. */
const faceProblems = {
  FACE_NO_MATCH: {
    status: 422,
    field: "photo",
    text: {
      id: "Wajah di selfie belum cocok dengan KTP. Cari tempat terang, lepas kacamata dan masker, lalu ambil lagi. Sisa {attemptsLeft} kali.",
      en: "The face in the selfie does not match the KTP yet. Find a bright place, take off glasses and mask, and try again. {attemptsLeft} tries left.",
      zh: "自拍与身份证不符。请在明亮处摘下眼镜和口罩后重拍。还可尝试 {attemptsLeft} 次。",
    },
    data: v.object({ attemptsLeft: v.number() }),
  },
  FACE_UNREADABLE: {
    status: 422,
    field: "photo",
    text: {
      id: "Wajah tidak terbaca di foto ini. Ambil lagi di tempat terang, hanya wajah Anda. Percobaan ini tidak dihitung.",
      en: "No face can be read in this photo. Take it again in a bright place, with your face only. This try does not count.",
      zh: "照片中无法识别人脸。请在明亮处仅拍摄本人面部。本次不计入次数。",
    },
  },
  FACE_NOT_REGISTERED: {
    status: 422,
    text: {
      id: "NIK ini belum ditemukan di data kependudukan. Periksa lagi NIK, nama, dan tanggal lahir. Sisa {attemptsLeft} kali.",
      en: "The register does not know this NIK. Check NIK, name and birth date again. {attemptsLeft} tries left.",
      zh: "户籍库中未找到此 NIK。请核对 NIK、姓名和出生日期。还可尝试 {attemptsLeft} 次。",
    },
    data: v.object({ attemptsLeft: v.number() }),
  },
  FACE_UNAVAILABLE: {
    status: 503,
    text: {
      id: "Pemeriksaan wajah sedang tidak tersedia. Data Anda sudah tersimpan; coba lagi beberapa menit lagi.",
      en: "The face check is not available right now. Your entries are saved; try again in a few minutes.",
      zh: "人脸核验暂时不可用。您的信息已保存，请几分钟后重试。",
    },
  },
  FACE_CHECK_EXHAUSTED: { status: 423, text: specMessages.FACE_CHECK_EXHAUSTED },
} as const satisfies ProblemKinds;

/** Checks of any flow, those that do not count as failed included: each is paid for. */
export const faceChecks = {
  counter: "face-check",
  by: "borrower",
  max: 20,
  seconds: 3_600,
  after: "a face is to be checked at this step, and there is something to compare it with",
} as const;

/** A wrong NIK counts as a guess against the device and network that typed it, not against the account. // Spec account 14 */
export const wrongNiks = {
  ofDevice: {
    counter: "face-nik-device",
    by: "device, where one is named",
    max: 5,
    seconds: 86_400,
    after: "the NIK was wrong",
  },
  ofNetwork: { counter: "face-nik-network", by: "network", max: 20, seconds: 86_400, after: "the NIK was wrong" },
} as const;
/** Limits for callers of `recheckFace` with a typed NIK. */
export const faceRecheckLimits = [faceChecks, wrongNiks.ofDevice, wrongNiks.ofNetwork] as const;

/** No face was verified on this account, so there is none to compare with. For requests that will ask `recheckFace`. */
export const faceUnverified = {
  IDENTITY_UNVERIFIED: {
    status: 409,
    text: {
      id: "Wajah Anda belum pernah diverifikasi di akun ini. Selesaikan verifikasi identitas dulu.",
      en: "Your face was never verified on this account. Complete your identity first.",
      zh: "此账户尚未完成人脸核验，请先完成身份验证。",
    },
  },
} as const satisfies ProblemKinds;

/** Problems of `recheckFace`, for the contracts of its callers. The selfie's field is `photo`, the NIK's `nik`. */
export const faceRecheckProblems = {
  ...photoProblems,
  ...photoKnown,
  ...videoProblems,
  ...faceProblems,
  NIK_NO_MATCH: {
    status: 422,
    field: "nik",
    text: {
      id: "NIK ini tidak sama dengan yang terdaftar di akun Anda. Sisa {attemptsLeft} kali.",
      en: "This is not the NIK of your account. {attemptsLeft} tries left.",
      zh: "此 NIK 与您账户登记的不一致。还可尝试 {attemptsLeft} 次。",
    },
    data: v.object({ attemptsLeft: v.number() }),
  },
} as const satisfies ProblemKinds;

export const identityNeeded = {
  IDENTITY_NEEDED: {
    status: 409,
    text: {
      id: "Isi data KTP dan unggah foto KTP dulu.",
      en: "First fill in the KTP's data and upload its photo.",
      zh: "请先填写身份证信息并上传照片。",
    },
  },
} as const;

export const checkFace = defineCall({
  id: "checkFace",
  method: "POST",
  path: "/api/identity/face-check",
  summary:
    "Compares a selfie with the register and the card. Needs the card's photo and data, and the borrower's agreement. While staff check the face (`askFaceReview`), selfie and video go to them instead, and `faceVerified` is false. As multipart/form-data.",
  policy: { who: "borrower" },
  limits: [faceChecks],
  // Spec 8: 'Please agree to the authentication service agreement first'. Face data is 'specific' personal data (field rules: personal data).
  input: v.strictObject(faceInput),
  output: v.object({ faceVerified: v.boolean() }),
  problems: {
    ...identityLockedProblem,
    ...photoProblems,
    ...photoKnown,
    ...videoProblems,
    ...identityNeeded,
    ...faceProblems,
  },
  fieldProblems: faceFieldTexts,
});

export const getCardPhoto = defineCall({
  id: "getCardPhoto",
  method: "GET",
  path: "/api/identity/card-photo",
  summary: "A small copy of the card's photo, for its owner only.",
  policy: { who: "borrower" },
  input: noInput,
  output: binary,
  problems: {
    ...unknown("CARD_PHOTO_UNKNOWN", {
      id: "Belum ada foto KTP.",
      en: "There is no photo of the KTP yet.",
      zh: "尚无身份证照片。",
    }),
  },
});
