/** Reviews: requests of borrowers that staff decide. The kinds belong to other domains; queue, case and staff actions are common. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { defineDesk } from "#shared/desk.ts";
import { instant } from "#shared/fields/answered.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

export const reviewCaseStates = ["WAITING", "ASKED", "PROPOSED", "CLOSED"] as const;
export type ReviewState = (typeof reviewCaseStates)[number];
export const reviewOutcomes = ["APPROVED", "REJECTED", "WITHDRAWN"] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
/** The possible decisions of staff. */
export const reviewDecisions = ["APPROVE", "REJECT"] as const;
/** Orders of the queue: by the end of the promised time. */
export const reviewOrders = ["URGENT_FIRST", "URGENT_LAST"] as const;
export const reviewClaims = ["ANYBODY", "ME"] as const;

const kindCode = v.pipe(v.string("INVALID"), v.regex(/^[a-z_]{1,60}$/, "INVALID"));
const choiceCode = v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Z][A-Z_]{1,40}$/, "CHOICE_INVALID"));
/** A code of a kind's own list, and its words. */
const worded = openShape("CodeWithText", { code: v.string(), text: v.string() });

export const reviewSummary = v.object({
  caseId: v.string(),
  /** The number that people use: RV-7F3K9Q2M. */
  number: v.string(),
  kind: v.string(),
  kindText: v.string(),
  borrowerId: v.string(),
  state: v.picklist(reviewCaseStates),
  outcome: v.nullable(v.picklist(reviewOutcomes)),
  openedAt: instant,
  /** The borrower was promised a decision by then; it moves on while the borrower is asked for more. */
  promisedUntil: instant,
  /** Two thirds of the promised time are over. */
  remindAt: instant,
  needsTwoPeople: v.boolean(),
  /** Staff id of the claimer; others leave the case to them until `claimedUntil`. */
  claimedBy: v.nullable(v.string()),
  claimedUntil: v.nullable(instant),
});
export type ReviewSummary = v.InferOutput<typeof reviewSummary>;

/** Causes of a case's state changes. STOPPED: its domain ended the request, for example because the account was frozen. */
export const reviewCauses = [
  "HANDED_IN",
  "MORE_NEEDED",
  "SHOWN",
  "NOT_SHOWN",
  "APPROVED",
  "REJECTED",
  "CHECK_REFUSED",
  "TAKEN_BACK",
  "WITHDRAWN",
  "STOPPED",
] as const;
export type ReviewCause = (typeof reviewCauses)[number];

export const reviewDetail = openShape("ReviewDetail", {
  ...reviewSummary.entries,
  /** The account concerned; null when the request matches none. */
  accountId: v.nullable(v.string()),
  /** The lines to compare, in the reader's language. */
  lines: v.array(
    v.object({
      label: v.string(),
      text: v.string(),
      /** The current value, when the line would change it. */
      before: v.nullable(v.string()),
      isFlag: v.boolean(),
    }),
  ),
  /** Photos and at most one video each time, each opened by a call of its own. `round` 2: sent after a request for more. */
  evidence: v.array(
    v.object({
      evidenceId: v.string(),
      media: v.picklist(["PHOTO", "VIDEO", "SELFIE"]),
      round: v.number(),
      slot: v.number(),
      uploadedAt: instant,
    }),
  ),
  /** Pictures for comparison, each opened by a call of its own: the card, the account's selfie. */
  pictures: v.array(worded),
  /** Reasons for a rejection, and further proof that can be requested. */
  reasons: v.array(worded),
  /** Facts that an approval may state; empty when nothing depends on them. */
  findings: v.array(worded),
  asks: v.array(worded),
  /** At most once per case. */
  asked: v.nullable(v.object({ for: v.array(worded), at: instant, until: instant })),
  reason: v.nullable(worded),
  /** The decider's note; null once the borrower's data was deleted. */
  note: v.nullable(v.string()),
  /** The consequences of either decision, in the reader's language. */
  consequences: v.object({ approved: v.string(), rejected: v.string() }),
  /** Which waits for its check at /staff/checks. */
  proposalId: v.nullable(v.string()),
  steps: v.array(
    v.object({
      state: v.picklist(reviewCaseStates),
      cause: v.picklist(reviewCauses),
      /** `SYSTEM`, `BORROWER` or `STAFF:<id>`. */
      actor: v.string(),
      at: instant,
    }),
  ),
});
export type ReviewDetail = v.InferOutput<typeof reviewDetail>;

const reviewUnknown = unknown("REVIEW_UNKNOWN", {
  id: "Kasus ini tidak ditemukan.",
  en: "There is no such case.",
  zh: "找不到此案件。",
});
const notWaiting = {
  REVIEW_NOT_WAITING: {
    status: 409,
    text: {
      id: "Kasus ini tidak sedang menunggu keputusan. Muat ulang untuk melihat statusnya.",
      en: "This case is not waiting for a decision. Reload to see its status.",
      zh: "此案件当前不在等待决定。请刷新查看状态。",
    },
  },
} as const satisfies ProblemKinds;
const claimedByOther = {
  REVIEW_CLAIMED: {
    status: 409,
    text: {
      id: "Kasus ini sedang dikerjakan orang lain.",
      en: "Another person is working on this case.",
      zh: "此案件正由他人处理。",
    },
  },
} as const satisfies ProblemKinds;
const choiceUnknown = {
  /** The closed lists are the kinds' own. */
  REVIEW_CHOICE: {
    status: 422,
    text: {
      id: "Pilih salah satu dari daftar.",
      en: "Choose one of the list.",
      zh: "请从列表中选择。",
    },
  },
} as const satisfies ProblemKinds;

const reading = { who: "staff", permission: "review.read" } as const;
const deciding = { who: "staff", permission: "review.decide" } as const;
const ofCase = v.strictObject({ caseId: uuid });

export const listReviews = defineCall({
  id: "listReviews",
  method: "GET",
  path: "/api/staff/reviews",
  summary:
    "Requests of borrowers that wait for a decision, the most urgent first; with state=CLOSED the decided ones, with claimed=ME those that the caller works on. `from` and `to` filter by the day on which the promised time ends. `kinds` lists the existing kinds.",
  policy: {
    ...reading,
    trail: { id: "Melihat daftar peninjauan", en: "Viewed the list of reviews", zh: "查看审核列表" },
  },
  input: v.strictObject({
    ...listQuery,
    ...periodQuery,
    state: v.optional(v.picklist(reviewCaseStates, "CHOICE_INVALID")),
    kind: v.optional(kindCode),
    order: v.optional(v.picklist(reviewOrders, "CHOICE_INVALID")),
    claimed: v.optional(v.picklist(reviewClaims, "CHOICE_INVALID"), "ANYBODY"),
  }),
  output: v.object({
    ...listOf(reviewSummary).entries,
    kinds: v.array(v.object({ kind: v.string(), text: v.string() })),
  }),
  problems: {},
});

export const exportReviews = defineExport(listReviews, {
  id: "exportReviews",
  summary: "The list of reviews as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar peninjauan", en: "Downloaded the list of reviews", zh: "下载审核列表" },
});

export const getReview = defineCall({
  id: "getReview",
  method: "GET",
  path: "/api/staff/reviews/{caseId}",
  summary: "One case: the data to compare, the list of its photos, the possible decisions, and its history.",
  policy: { ...reading, trail: { id: "Melihat peninjauan", en: "Viewed a review", zh: "查看审核" } },
  input: ofCase,
  output: reviewDetail,
  problems: reviewUnknown,
});

export const getReviewPicture = defineCall({
  id: "getReviewPicture",
  method: "GET",
  path: "/api/staff/reviews/{caseId}/pictures/{kind}",
  summary: "One picture for comparison with a case: the card, or the selfie of the account.",
  policy: {
    who: "staff",
    permission: "review.evidence",
    trail: { id: "Membuka foto pembanding", en: "Opened a picture to compare with", zh: "打开对照照片" },
  },
  input: v.strictObject({ caseId: uuid, kind: choiceCode }),
  output: binary,
  problems: {
    ...reviewUnknown,
    ...unknown("EVIDENCE_UNKNOWN", {
      id: "Foto ini tidak ada (lagi).",
      en: "This photo is not there (any more).",
      zh: "该照片不存在或已删除。",
    }),
  },
});

export const getReviewEvidence = defineCall({
  id: "getReviewEvidence",
  method: "GET",
  path: "/api/staff/reviews/{caseId}/evidence/{evidenceId}",
  summary: "One photo or video of a case.",
  policy: {
    who: "staff",
    permission: "review.evidence",
    trail: { id: "Membuka bukti", en: "Opened a piece of evidence", zh: "打开证据" },
  },
  input: v.strictObject({ caseId: uuid, evidenceId: uuid }),
  output: binary,
  problems: {
    ...reviewUnknown,
    ...unknown("EVIDENCE_UNKNOWN", {
      id: "Foto ini tidak ada (lagi).",
      en: "This photo is not there (any more).",
      zh: "该照片不存在或已删除。",
    }),
  },
});

export const reviewDesk = defineDesk({
  key: "caseId",
  path: "/api/staff/reviews",
  permission: "review.decide",
  subject: "a case that waits for a decision",
  claim: { id: "claimReview", trail: { id: "Mengambil peninjauan", en: "Claimed a review", zh: "领取审核" } },
  release: { id: "releaseReview", trail: { id: "Melepaskan peninjauan", en: "Released a review", zh: "放回审核" } },
  next: {
    id: "claimNextReview",
    trail: { id: "Mengambil peninjauan berikutnya", en: "Claimed the next review", zh: "领取下一审核" },
  },
  problems: { unknown: reviewUnknown, notWaiting, claimed: claimedByOther },
});

export const askForMore = defineCall({
  id: "askForMoreEvidence",
  method: "POST",
  path: "/api/staff/reviews/{caseId}/ask",
  summary: "Asks the borrower for more proof, once per case; the deadline pauses for up to 72 hours.",
  policy: {
    ...deciding,
    idempotent: true,
    trail: { id: "Meminta bukti tambahan", en: "Requested more evidence", zh: "要求补充证据" },
  },
  input: v.strictObject({
    caseId: uuid,
    asks: v.pipe(v.array(choiceCode, "REQUIRED"), v.minLength(1, "REQUIRED"), v.maxLength(10, "CHOICE_INVALID")),
  }),
  output: reviewDetail,
  problems: {
    ...reviewUnknown,
    ...notWaiting,
    ...claimedByOther,
    ...choiceUnknown,
    REVIEW_ASKED_BEFORE: {
      status: 409,
      text: {
        id: "Bukti tambahan sudah pernah diminta; itu hanya boleh sekali.",
        en: "More evidence was requested before; that is possible only once.",
        zh: "已要求过补充证据，仅可要求一次。",
      },
    },
  },
});

export const decideReview = defineCall({
  id: "decideReview",
  method: "POST",
  path: "/api/staff/reviews/{caseId}/proposal",
  summary:
    "Decides a case. The decision takes effect at once, or, when the case needs two people, after another person has confirmed it at /staff/checks. A rejection needs a reason.",
  policy: {
    ...deciding,
    idempotent: true,
    trail: { id: "Memutuskan peninjauan", en: "Decided a review", zh: "作出审核决定" },
  },
  input: v.pipe(
    v.strictObject({
      caseId: uuid,
      decision: v.picklist(reviewDecisions, "CHOICE_INVALID"),
      /** From the kind's closed list. Not `reason`: that is free text in the audit trail. */
      reasonCode: v.optional(choiceCode),
      note: freeText(500),
    }),
    v.forward(
      v.check(({ decision, reasonCode }) => decision === "APPROVE" || reasonCode !== undefined, "REQUIRED"),
      ["reasonCode"],
    ),
    v.metadata({ needed: "reasonCode" }),
  ),
  output: reviewDetail,
  problems: {
    ...reviewUnknown,
    ...notWaiting,
    ...claimedByOther,
    ...choiceUnknown,
    REVIEW_STALE: {
      status: 409,
      text: {
        id: "Keadaannya sudah berubah, sehingga keputusan ini tidak bisa dijalankan lagi. Muat ulang kasus ini.",
        en: "Things have changed, so this decision can no longer be carried out. Reload the case.",
        zh: "情况已变化，该决定无法再执行。请刷新此案件。",
      },
    },
  },
});
