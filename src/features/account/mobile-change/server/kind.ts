/** The kind of request, and the review that decides about it. */
import * as v from "valibot";
import { defineChangeRequest } from "#features/account/change-request/server/index.ts";
import { maxProofPhotos, riskFlags, type RiskFlag } from "#features/account/change-request/contract.ts";
import { readIdentityPhoto } from "#features/account/identity/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { pages, promisedHours, waitHours } from "../contract.ts";
import { reviewTexts } from "../texts.ts";
import { compared } from "./compared.ts";
import { takeEffect, tellApproved, tellRejected } from "./effect.ts";
import { facts, type Facts, type Steps } from "./facts.ts";

export const mobileChange = defineChangeRequest<Steps, Facts>("MOBILE_CHANGE", {
  text: reviewTexts.kind,
  steps: [
    { state: "OLD_PROVEN", path: pages.old, provesOwnNumber: true },
    { state: "IDENTITY_PROVEN", path: pages.identity },
    { state: "NEW_PROVEN", path: pages.number },
  ],
  submitPath: pages.proof,
  resultPath: pages.result,
  facts,
  promisedHours,
  waitHours,
  takeEffect,
});

const { askCard, askPackage, askLetter, askReport, askClearer } = reviewTexts;

export const mobileChangeReview = defineReview<{ flags: RiskFlag[] }>({
  kind: "mobile_change",
  text: reviewTexts.kind,
  promisedHours,
  facts: v.object({ flags: v.array(v.picklist(riskFlags)) }),
  evidence: {
    max: maxProofPhotos,
    takesVideo: true,
    asks: {
      CARD_IN_HAND: askCard,
      SIM_PACKAGE: askPackage,
      OPERATOR_LETTER: askLetter,
      POLICE_REPORT: askReport,
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
      NUMBER_NOT_OWN: reviewTexts.NUMBER_NOT_OWN,
      CONTESTED: reviewTexts.CONTESTED,
      OTHER: reviewTexts.OTHER,
    },
    consequences: { APPROVED: reviewTexts.approvedMeans, REJECTED: reviewTexts.rejectedMeans },
  },
  twoPeople: ({ flags }) => flags.length > 0,
  async show(services, reader, { borrowerId, subjectId, facts: { flags } }, language) {
    const request = await mobileChange.one(services, reader, { borrowerId, id: subjectId });
    return request ? compared(services, reader, { request, flags }, language) : [];
  },
  async carryOut(services, trx, { borrowerId, subjectId: id }, { outcome, reason, deciderId }) {
    const actor = `STAFF:${deciderId}` as const;
    const cause = reason ?? outcome;
    if (!(await mobileChange.decide(services, trx, { borrowerId, id, to: outcome, actor, cause })))
      throw new Refusal("REVIEW_STALE");
    if (outcome === "REJECTED") await tellRejected(services, trx, borrowerId, id);
    // A request decided early waits as APPROVED, so that the holder of the old number can object; the sweep continues it.
    else if (!(await mobileChange.takeEffect(services, trx, { borrowerId, id }))) {
      const waiting = await mobileChange.one(services, trx, { borrowerId, id });
      if (waiting?.state === "APPROVED") await tellApproved(services, trx, waiting);
    }
  },
});
