/** The kind of request, and the review that decides about it. */
import * as v from "valibot";
import { maxProofPhotos } from "#features/account/change-request/contract.ts";
import { defineChangeRequest } from "#features/account/change-request/server/index.ts";
import { readIdentityPhoto, replaceVerified } from "#features/account/identity/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { correctedParts, correctionPage, correctionPromisedHours, type CorrectedPart } from "../contract.ts";
import { correctionReviewTexts } from "../texts.ts";
import { correctionComparison } from "./compared.ts";
import { correctionFacts, type CorrectionFacts, type CorrectionState } from "./facts.ts";
import { correctionFlags, isNikAnothers, type CorrectionFlag } from "./flags.ts";
import { correctionDoneNotice, correctionRejectedNotice } from "./notices.ts";

export const correction = defineChangeRequest<CorrectionState, CorrectionFacts>("IDENTITY_CORRECTION", {
  text: correctionReviewTexts.kind,
  steps: [
    { state: "IDENTITY_PROVEN", path: correctionPage },
    { state: "VALUES_NAMED", path: correctionPage },
  ],
  submitPath: correctionPage,
  resultPath: correctionPage,
  facts: correctionFacts,
  promisedHours: correctionPromisedHours,
  async takeEffect(services, trx, { borrowerId, facts: { before, after } }) {
    if (!before || !after || !(await replaceVerified(services, trx, borrowerId, { before, after })))
      return { to: "STOPPED", cause: "IDENTITY_MOVED" };
    return { to: "DONE", cause: "IN_EFFECT" };
  },
});

const { askCard, askFamilyCard, askBirth, askCourt, askClearer } = correctionReviewTexts;

export const correctionReview = defineReview<{ changed: CorrectedPart[]; flags: CorrectionFlag[] }>({
  kind: "identity_correction",
  text: correctionReviewTexts.kind,
  promisedHours: correctionPromisedHours,
  facts: v.object({ changed: v.array(v.picklist(correctedParts)), flags: v.array(v.picklist(correctionFlags)) }),
  evidence: {
    max: maxProofPhotos,
    asks: {
      CARD_IN_HAND: askCard,
      FAMILY_CARD: askFamilyCard,
      BIRTH_CERTIFICATE: askBirth,
      COURT_ORDER: askCourt,
      CLEARER_PHOTO: askClearer,
    },
  },
  pictures: {
    KTP: {
      text: correctionReviewTexts.card,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "KTP"),
    },
    FIRST_SELFIE: {
      text: correctionReviewTexts.firstSelfie,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "SELFIE"),
    },
  },
  decisions: {
    reasons: {
      NOT_THE_PERSON: correctionReviewTexts.NOT_THE_PERSON,
      PROOF_UNREADABLE: correctionReviewTexts.PROOF_UNREADABLE,
      PROOF_DISAGREES: correctionReviewTexts.PROOF_DISAGREES,
      NIK_IN_USE: correctionReviewTexts.NIK_IN_USE,
      OTHER: correctionReviewTexts.OTHER,
    },
    consequences: { APPROVED: correctionReviewTexts.approvedMeans, REJECTED: correctionReviewTexts.rejectedMeans },
  },
  twoPeople: ({ flags }) => flags.length > 0,
  async show(services, reader, { borrowerId, subjectId, facts: { flags } }, language) {
    const request = await correction.one(services, reader, { borrowerId, id: subjectId });
    return request ? correctionComparison({ request, flags }, language) : [];
  },
  async carryOut(services, trx, { borrowerId, subjectId: id }, { outcome, reason, deciderId }) {
    const actor = `STAFF:${deciderId}` as const;
    const cause = reason ?? outcome;
    if (outcome === "APPROVED") {
      const { before, after } = (await correction.one(services, trx, { borrowerId, id }))?.facts ?? {};
      const isNew = after !== undefined && after.nik !== before?.nik;
      // One NIK, one person: two accounts of one person must be merged, not created by a correction.
      if (isNew && (await isNikAnothers(services, trx, borrowerId, after.nik))) throw new Refusal("REVIEW_STALE");
    }
    if (!(await correction.decide(services, trx, { borrowerId, id, to: outcome, actor, cause })))
      throw new Refusal("REVIEW_STALE");
    if (outcome === "APPROVED") await correction.takeEffect(services, trx, { borrowerId, id });
    const state = (await correction.one(services, trx, { borrowerId, id }))?.state;
    if (outcome === "APPROVED" && state !== "DONE") throw new Refusal("REVIEW_STALE");
    const isDone = outcome === "APPROVED";
    if (isDone) await notifySecurity(services, trx, { borrowerId, kind: "IDENTITY_CORRECTED", id, device: "" });
    await notify(services, trx, isDone ? correctionDoneNotice : correctionRejectedNotice, {
      id,
      borrowerId,
      values: {},
    });
  },
});
