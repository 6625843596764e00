/** The kind of request, and the review that decides about it. */
import * as v from "valibot";
import { maxProofPhotos } from "#features/account/change-request/contract.ts";
import { defineChangeRequest } from "#features/account/change-request/server/index.ts";
import { readIdentityPhoto, replaceVerified } from "#features/account/identity/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { correctedParts, page, promisedHours, type CorrectedPart } from "../contract.ts";
import { reviewTexts } from "../texts.ts";
import { compared } from "./compared.ts";
import { facts, type Facts, type Steps } from "./facts.ts";
import { correctionFlags, isNikAnothers, type CorrectionFlag } from "./flags.ts";
import { done, rejected } from "./notices.ts";

export const correction = defineChangeRequest<Steps, Facts>("IDENTITY_CORRECTION", {
  text: reviewTexts.kind,
  steps: [
    { state: "IDENTITY_PROVEN", path: page },
    { state: "VALUES_NAMED", path: page },
  ],
  submitPath: page,
  resultPath: page,
  facts,
  promisedHours,
  async takeEffect(services, trx, { borrowerId, facts: { before, after } }) {
    if (!before || !after || !(await replaceVerified(services, trx, borrowerId, { before, after })))
      return { to: "STOPPED", cause: "IDENTITY_MOVED" };
    return { to: "DONE", cause: "IN_EFFECT" };
  },
});

const { askCard, askFamilyCard, askBirth, askCourt, askClearer } = reviewTexts;

export const correctionReview = defineReview<{ changed: CorrectedPart[]; flags: CorrectionFlag[] }>({
  kind: "identity_correction",
  text: reviewTexts.kind,
  promisedHours,
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
      PROOF_DISAGREES: reviewTexts.PROOF_DISAGREES,
      NIK_IN_USE: reviewTexts.NIK_IN_USE,
      OTHER: reviewTexts.OTHER,
    },
    consequences: { APPROVED: reviewTexts.approvedMeans, REJECTED: reviewTexts.rejectedMeans },
  },
  twoPeople: ({ flags }) => flags.length > 0,
  async show(services, reader, { borrowerId, subjectId, facts: { flags } }, language) {
    const request = await correction.one(services, reader, { borrowerId, id: subjectId });
    return request ? compared({ request, flags }, language) : [];
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
    await notify(services, trx, isDone ? done : rejected, { id, borrowerId, values: {} });
  },
});
