/** Requests to change something about an account, in several steps; the common problems of their calls. */
import * as v from "valibot";
import { openShape } from "#shared/fields/shape.ts";
import { unknown } from "#shared/contract-kit.ts";
import type { CallLimit, ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { photo, photoFieldTexts, photoKnown, photoProblems } from "#shared/fields/photo.ts";
import { specMessages } from "#shared/fields/texts.ts";
import { uuid } from "#shared/fields/verification.ts";
import { video, videoFieldTexts, videoProblems } from "#shared/fields/video.ts";

/** Risk flags when an account could change hands: a decision then needs two people. // Product decisions account 4 */
export const riskFlags = [
  "SIMILARITY_LOW",
  "DEVICE_NEW",
  "BANK_ACCOUNT_CHANGED",
  "LOAN_BEFORE_PAYOUT",
  "NUMBER_ANOTHER_ACCOUNTS",
  "COMPLAINT_OPEN",
  "REWARD_IN_REVIEW",
] as const;
export type RiskFlag = (typeof riskFlags)[number];

/** Spread into the `problems` of each call that takes a step. */
export const changeRequestProblems = {
  STEP_ORDER: {
    status: 409,
    text: {
      id: "Langkah ini belum atau tidak lagi bisa dilakukan. Lanjutkan dari langkah yang ditunjukkan.",
      en: "This step is not possible yet, or no longer possible. Continue from the step shown.",
      zh: "此步骤尚不能或已不能进行。请从所示步骤继续。",
    },
    /** Path of the page for the current step. */
    data: v.object({ path: v.string() }),
  },
  ...unknown("CHANGE_REQUEST_UNKNOWN", {
    id: "Permintaan ini sudah tidak ada. Mungkin sudah dibatalkan atau selesai.",
    en: "This request is no longer open. It may have been cancelled or completed.",
    zh: "该申请已不存在，可能已取消或已完成。",
  }),
} as const satisfies ProblemKinds;

/** A code with its words in the reader's language. */
export const worded = openShape("CodeWithText", { code: v.string(), text: v.string() });

/** Photos that go with a request each time, at most. // Spec: 0 to 6 photos a request */
export const maxProofPhotos = 6;

/** Limit for uploads of one borrower for a kind of request, refused ones included: encoding a picture is expensive. */
export const proofUploads = (counter: `${string}-proof`) =>
  ({ counter, by: "borrower", max: 60, seconds: 3_600 }) as const satisfies CallLimit;

/** Limits the numbers to which a borrower may send codes, so that trying numbers does not disturb other people's phones. */
export const numberCodes = (counter: `${string}-number`) =>
  ({
    counter,
    by: "borrower",
    max: 10,
    seconds: 86_400,
    after: "a code can be sent at this step",
  }) as const satisfies CallLimit;

/** The owner's view of the proof of a request. */
export const proofView = v.object({
  /** Photos and a video may be added and removed now. */
  isOpen: v.boolean(),
  /** At least one photo or video is required. */
  isNeeded: v.boolean(),
  photos: v.array(v.object({ evidenceId: v.string() })),
  /** The video that exists; only staff can play it. */
  videoId: v.nullable(v.string()),
  maxPhotos: v.number(),
});
export type ProofView = v.InferOutput<typeof proofView>;

/** Further proof requested by the deciders, and its deadline. */
export const askedProof = v.nullable(v.object({ for: v.array(worded), until: instant }));
export type AskedProof = v.InferOutput<typeof askedProof>;

/** A photo or the video, as multipart/form-data. */
export const proofInput = v.pipe(
  v.strictObject({ requestId: uuid, photo: v.optional(photo), video: v.optional(video) }),
  v.forward(
    v.check((sent) => sent.photo !== undefined || sent.video !== undefined, "PHOTO_NEEDED"),
    ["photo"],
  ),
);

/** Problems of adding a photo or a video. */
export const proofCountProblems = {
  ...photoProblems,
  ...photoKnown,
  ...videoProblems,
  VIDEO_KNOWN: {
    status: 409,
    field: "video",
    text: {
      id: "Video ini sudah pernah dikirim. Rekam video yang baru.",
      en: "You have sent this video before. Record a new one.",
      zh: "此视频已提交过，请重新录制。",
    },
  },
  PHOTO_COUNT: {
    status: 409,
    field: "photo",
    text: {
      id: `${specMessages.PHOTO_COUNT.id}. Paling banyak {max} foto.`,
      en: `${specMessages.PHOTO_COUNT.en}. At most {max} photos.`,
      zh: `${specMessages.PHOTO_COUNT.zh}。最多 {max} 张。`,
    },
    data: v.object({ max: v.number() }),
  },
  VIDEO_COUNT: {
    status: 409,
    field: "video",
    text: {
      id: "Sudah ada satu video.",
      en: "There is a video already.",
      zh: "已有一段视频。",
    },
  },
} as const satisfies ProblemKinds;
export const proofFieldTexts = { ...photoFieldTexts, ...videoFieldTexts };

export const proofClosed = {
  PROOF_CLOSED: {
    status: 409,
    text: {
      id: "Bukti tidak bisa diubah lagi. Permintaan Anda sedang ditinjau.",
      en: "The proof cannot be changed any more. Your request is under review.",
      zh: "证明材料已不能更改，您的申请正在审核。",
    },
  },
} as const satisfies ProblemKinds;

export const proofUnknown = unknown("PROOF_UNKNOWN", {
  id: "Bukti ini sudah tidak ada.",
  en: "This proof is no longer there.",
  zh: "该证明材料已不存在。",
});

export const proofNeeded = {
  PROOF_NEEDED: {
    status: 422,
    text: {
      id: "Tambahkan paling sedikit satu foto bukti sebelum mengirim.",
      en: "Add at least one photo as proof before you send it.",
      zh: "提交前请至少添加一张证明照片。",
    },
  },
} as const satisfies ProblemKinds;
