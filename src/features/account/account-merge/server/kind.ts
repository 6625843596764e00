/** The kind of request, and the review that decides about it: two people, always. */
import * as v from "valibot";
import { defineChangeRequest, proofOf } from "#features/account/change-request/server/index.ts";
import { maxProofPhotos, riskFlags, type RiskFlag } from "#features/account/change-request/contract.ts";
import { readIdentityPhoto } from "#features/account/identity/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { pages, promisedHours } from "../contract.ts";
import { reviewTexts } from "./review-words.ts";
import { compared } from "./compared.ts";
import { endUnmerged, takeEffect } from "./effect.ts";
import { facts, type Facts, type Steps } from "./facts.ts";

export const mergeRequest = defineChangeRequest<Steps, Facts>("ACCOUNT_MERGE", {
  text: reviewTexts.kind,
  steps: [
    { state: "OTHER_PROVEN", path: pages.code },
    { state: "FACE_PROVEN", path: pages.proof },
  ],
  submitPath: pages.proof,
  resultPath: pages.result,
  facts,
  promisedHours,
  // The sweep carries the merge out: open requests in both accounts must end first.
  waitHours: 0,
  takeEffect,
});

export const mergeReview = defineReview<{ flags: RiskFlag[] }>({
  kind: "account_merge",
  text: reviewTexts.kind,
  promisedHours,
  facts: v.object({ flags: v.array(v.picklist(riskFlags)) }),
  evidence: {
    max: maxProofPhotos,
    takesVideo: true,
    asks: {
      CARD_IN_HAND: reviewTexts.askCard,
      BOTH_SIMS: reviewTexts.askSims,
      CLEARER_PHOTO: reviewTexts.askClearer,
    },
  },
  pictures: {
    KTP: {
      text: reviewTexts.card,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "KTP"),
    },
    FIRST_SELFIE: {
      text: reviewTexts.firstSelfie,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "SELFIE"),
    },
  },
  decisions: {
    reasons: {
      NOT_THE_PERSON: reviewTexts.NOT_THE_PERSON,
      PROOF_UNREADABLE: reviewTexts.PROOF_UNREADABLE,
      NUMBER_NOT_OWN: reviewTexts.NUMBER_NOT_OWN,
      CONTESTED: reviewTexts.CONTESTED,
      OTHER: reviewTexts.OTHER,
    },
    consequences: { APPROVED: reviewTexts.approvedMeans, REJECTED: reviewTexts.rejectedMeans },
  },
  twoPeople: () => true,
  async show(services, reader, { borrowerId, subjectId, facts: { flags } }, language) {
    const request = await mergeRequest.one(services, reader, { borrowerId, id: subjectId });
    return request ? compared(services, reader, { request, flags }, language) : [];
  },
  async carryOut(services, trx, { borrowerId, subjectId: id }, { outcome, reason, deciderId }) {
    const actor = `STAFF:${deciderId}` as const;
    const cause = reason ?? outcome;
    if (!(await mergeRequest.decide(services, trx, { borrowerId, id, to: outcome, actor, cause })))
      throw new Refusal("REVIEW_STALE");
    if (outcome === "REJECTED") await endUnmerged(services, trx, { borrowerId, id, actor, cause });
  },
});

export const proofs = proofOf({
  kind: mergeRequest,
  review: mergeReview,
  openState: "FACE_PROVEN",
  path: pages.proof,
  // Photos are the person's to add: the two numbers, the NIK and the face are proven already.
  isNeeded: async () => false,
});
