/** The kind of request, and the review that decides about it: two people, always. */
import * as v from "valibot";
import { defineChangeRequest, proofOf } from "#features/account/change-request/server/index.ts";
import { maxProofPhotos, riskFlags, type RiskFlag } from "#features/account/change-request/contract.ts";
import { readIdentityPhoto } from "#features/account/identity/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { mergePages, mergePromisedHours } from "../contract.ts";
import { mergeReviewTexts } from "./review-words.ts";
import { mergeComparison } from "./compared.ts";
import { endUnmerged, applyMerge } from "./effect.ts";
import { mergeFacts, type MergeFacts, type MergeState } from "./facts.ts";

export const mergeRequest = defineChangeRequest<MergeState, MergeFacts>("ACCOUNT_MERGE", {
  text: mergeReviewTexts.kind,
  steps: [
    { state: "OTHER_PROVEN", path: mergePages.code },
    { state: "FACE_PROVEN", path: mergePages.proof },
  ],
  submitPath: mergePages.proof,
  resultPath: mergePages.result,
  facts: mergeFacts,
  promisedHours: mergePromisedHours,
  // The sweep carries the merge out: open requests in both accounts must end first.
  waitHours: 0,
  takeEffect: applyMerge,
});

export const mergeReview = defineReview<{ flags: RiskFlag[] }>({
  kind: "account_merge",
  text: mergeReviewTexts.kind,
  promisedHours: mergePromisedHours,
  facts: v.object({ flags: v.array(v.picklist(riskFlags)) }),
  evidence: {
    max: maxProofPhotos,
    takesVideo: true,
    asks: {
      CARD_IN_HAND: mergeReviewTexts.askCard,
      BOTH_SIMS: mergeReviewTexts.askSims,
      CLEARER_PHOTO: mergeReviewTexts.askClearer,
    },
  },
  pictures: {
    KTP: {
      text: mergeReviewTexts.card,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "KTP"),
    },
    FIRST_SELFIE: {
      text: mergeReviewTexts.firstSelfie,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "SELFIE"),
    },
  },
  decisions: {
    reasons: {
      NOT_THE_PERSON: mergeReviewTexts.NOT_THE_PERSON,
      PROOF_UNREADABLE: mergeReviewTexts.PROOF_UNREADABLE,
      NUMBER_NOT_OWN: mergeReviewTexts.NUMBER_NOT_OWN,
      CONTESTED: mergeReviewTexts.CONTESTED,
      OTHER: mergeReviewTexts.OTHER,
    },
    consequences: { APPROVED: mergeReviewTexts.approvedMeans, REJECTED: mergeReviewTexts.rejectedMeans },
  },
  twoPeople: () => true,
  async show(services, reader, { borrowerId, subjectId, facts: { flags } }, language) {
    const request = await mergeRequest.one(services, reader, { borrowerId, id: subjectId });
    return request ? mergeComparison(services, reader, { request, flags }, language) : [];
  },
  async carryOut(services, trx, { borrowerId, subjectId: id }, { outcome, reason, deciderId }) {
    const actor = `STAFF:${deciderId}` as const;
    const cause = reason ?? outcome;
    if (!(await mergeRequest.decide(services, trx, { borrowerId, id, to: outcome, actor, cause })))
      throw new Refusal("REVIEW_STALE");
    if (outcome === "REJECTED") await endUnmerged(services, trx, { borrowerId, id, actor, cause });
  },
});

export const mergeProofs = proofOf({
  kind: mergeRequest,
  review: mergeReview,
  openState: "FACE_PROVEN",
  path: mergePages.proof,
  // Photos are the person's to add: the two numbers, the NIK and the face are proven already.
  isNeeded: async () => false,
});
