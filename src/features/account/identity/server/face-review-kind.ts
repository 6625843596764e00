/** The case in which staff compare a face with the card. // Spec account 14, decision 253 */
import * as v from "valibot";
import { defineReview, evidenceOf, isShownFreely, type ReviewLine } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { formatDate, formatInstant, type BusinessDate } from "#shared/dates.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { say } from "#shared/texts.ts";
import { faceReviewFlows, faceReviewHours, maxFaceFailures } from "../contract.ts";
import { texts as fieldTexts } from "../texts.ts";
import { approveFaceReview, rejectFaceReview, notifyFaceReview } from "./face-review-decided.ts";
import { faceReviewApprovedNotice, faceReviewRejectedNotice } from "./notices.ts";
import {
  askTexts,
  faceReviewTexts,
  faceFlags,
  faceReviewFlagTexts,
  flowTexts,
  faceOutcomeTexts,
  faceRejectionTexts,
  type FaceFlag,
} from "./face-review-words.ts";
import { faceReviewKind } from "./face-review-store.ts";
import { readPhoto } from "./photo.ts";
import { faceScores, findIdentity } from "./store.ts";

/** Number of automatic results that are shown. */
const maxScores = 10;

const hasSelfie = async (reader: Reader, borrowerId: string, subjectId: string): Promise<boolean> =>
  (await evidenceOf(reader, borrowerId, subjectId)).some((shown) => !isShownFreely(shown));

async function lines(
  services: Services,
  reader: Reader,
  review: {
    borrowerId: string;
    subjectId: string;
    facts: { flow: (typeof faceReviewFlows)[number]; flags: FaceFlag[] };
  },
  language: Parameters<typeof say>[1],
): Promise<ReviewLine[]> {
  const { borrowerId, subjectId, facts } = review;
  const row = await findIdentity(services, reader, borrowerId);
  if (!row) return [];
  const isThere = await hasSelfie(reader, borrowerId, subjectId);
  const scores = await faceScores(reader, borrowerId, maxScores);
  return [
    { label: faceReviewTexts.flow, text: flowTexts[facts.flow] },
    { label: fieldTexts.fullName, text: row.fullName },
    // Before the first verification it is compared with the card digit by digit.
    { label: fieldTexts.nik, text: row.faceVerifiedAt ? maskNik(row.nik) : row.nik },
    { label: fieldTexts.birthDate, text: formatDate(row.birthDate as BusinessDate, language) },
    { label: fieldTexts.sex, text: fieldTexts[row.sex] },
    isThere
      ? { label: faceReviewTexts.newSelfie, text: faceReviewTexts.there }
      : { label: faceReviewTexts.newSelfie, text: faceReviewTexts.notThere, isFlag: true },
    ...scores.map(({ outcome, similarityPpm, checkedAt }) => ({
      label: faceReviewTexts.machine,
      text: [
        say(faceOutcomeTexts[outcome as keyof typeof faceOutcomeTexts] ?? faceOutcomeTexts.OTHER, language),
        ...(similarityPpm === null ? [] : [`${Math.floor(similarityPpm / 10_000)} %`]),
        formatInstant(checkedAt, language, "WIB", "short"),
      ].join(", "),
    })),
    ...facts.flags.map((flag) => ({ label: faceReviewTexts.mark, text: faceReviewFlagTexts[flag], isFlag: true })),
  ];
}

export const faceReview = defineReview({
  kind: faceReviewKind,
  text: faceReviewTexts.kind,
  promisedHours: faceReviewHours,
  facts: v.object({ flow: v.picklist(faceReviewFlows), flags: v.array(v.picklist(faceFlags)) }),
  evidence: { max: maxFaceFailures, takesVideo: true, asks: askTexts },
  pictures: {
    KTP: {
      text: faceReviewTexts.card,
      read: (services, reader, { borrowerId }) => readPhoto(services, reader, borrowerId, "KTP"),
    },
    FIRST_SELFIE: {
      text: faceReviewTexts.accountSelfie,
      read: (services, reader, { borrowerId }) => readPhoto(services, reader, borrowerId, "SELFIE"),
    },
  },
  decisions: {
    reasons: faceRejectionTexts,
    consequences: { APPROVED: faceReviewTexts.goesOn, REJECTED: faceReviewTexts.readsWhy },
  },
  twoPeople: ({ flags }) => flags.length > 0,
  show: lines,
  async carryOut(services, trx, { borrowerId, subjectId: id, facts: { flow } }, { outcome, reason, deciderId }) {
    const about = { borrowerId, id, flow, actor: `STAFF:${deciderId}` } as const;
    // An approval needs a selfie that staff could see.
    if (outcome === "APPROVED" && !(await hasSelfie(trx, borrowerId, id))) throw new Refusal("REVIEW_STALE");
    const isDone =
      outcome === "APPROVED"
        ? await approveFaceReview(services, trx, about)
        : await rejectFaceReview(services, trx, { ...about, reason: reason ?? "OTHER" });
    if (!isDone) throw new Refusal("REVIEW_STALE");
    await notifyFaceReview(
      services,
      trx,
      outcome === "APPROVED" ? faceReviewApprovedNotice : faceReviewRejectedNotice,
      about,
    );
  },
});
