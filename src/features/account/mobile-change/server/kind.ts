/** The kind of request, and the review that decides about it. */
import * as v from "valibot";
import { defineChangeRequest } from "#features/account/change-request/server/index.ts";
import { maxProofPhotos, riskFlags, type RiskFlag } from "#features/account/change-request/contract.ts";
import { readIdentityPhoto } from "#features/account/identity/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { mobileChangePages, mobileChangePromisedHours, mobileChangeWaitHours } from "../contract.ts";
import { mobileChangeReviewTexts } from "../texts.ts";
import { mobileChangeComparison } from "./compared.ts";
import { applyMobileChange, notifyMobileChangeApproved, notifyMobileChangeRejected } from "./effect.ts";
import { mobileChangeFacts, type MobileChangeFacts, type MobileChangeState } from "./facts.ts";

export const mobileChange = defineChangeRequest<MobileChangeState, MobileChangeFacts>("MOBILE_CHANGE", {
  text: mobileChangeReviewTexts.kind,
  steps: [
    { state: "OLD_PROVEN", path: mobileChangePages.old, provesOwnNumber: true },
    { state: "IDENTITY_PROVEN", path: mobileChangePages.identity },
    { state: "NEW_PROVEN", path: mobileChangePages.number },
  ],
  submitPath: mobileChangePages.proof,
  resultPath: mobileChangePages.result,
  facts: mobileChangeFacts,
  promisedHours: mobileChangePromisedHours,
  waitHours: mobileChangeWaitHours,
  takeEffect: applyMobileChange,
});

const { askCard, askPackage, askLetter, askReport, askClearer } = mobileChangeReviewTexts;

export const mobileChangeReview = defineReview<{ flags: RiskFlag[] }>({
  kind: "mobile_change",
  text: mobileChangeReviewTexts.kind,
  promisedHours: mobileChangePromisedHours,
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
      text: mobileChangeReviewTexts.card,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "KTP"),
    },
    FIRST_SELFIE: {
      text: mobileChangeReviewTexts.firstSelfie,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "SELFIE"),
    },
  },
  decisions: {
    reasons: {
      NOT_THE_PERSON: mobileChangeReviewTexts.NOT_THE_PERSON,
      PROOF_UNREADABLE: mobileChangeReviewTexts.PROOF_UNREADABLE,
      NUMBER_NOT_OWN: mobileChangeReviewTexts.NUMBER_NOT_OWN,
      CONTESTED: mobileChangeReviewTexts.CONTESTED,
      OTHER: mobileChangeReviewTexts.OTHER,
    },
    consequences: { APPROVED: mobileChangeReviewTexts.approvedMeans, REJECTED: mobileChangeReviewTexts.rejectedMeans },
  },
  twoPeople: ({ flags }) => flags.length > 0,
  async show(services, reader, { borrowerId, subjectId, facts: { flags } }, language) {
    const request = await mobileChange.one(services, reader, { borrowerId, id: subjectId });
    return request ? mobileChangeComparison(services, reader, { request, flags }, language) : [];
  },
  async carryOut(services, trx, { borrowerId, subjectId: id }, { outcome, reason, deciderId }) {
    const actor = `STAFF:${deciderId}` as const;
    const cause = reason ?? outcome;
    if (!(await mobileChange.decide(services, trx, { borrowerId, id, to: outcome, actor, cause })))
      throw new Refusal("REVIEW_STALE");
    if (outcome === "REJECTED") await notifyMobileChangeRejected(services, trx, borrowerId, id);
    // A request decided early waits as APPROVED, so that the holder of the old number can object; the sweep continues it.
    else if (!(await mobileChange.takeEffect(services, trx, { borrowerId, id }))) {
      const waiting = await mobileChange.one(services, trx, { borrowerId, id });
      if (waiting?.state === "APPROVED") await notifyMobileChangeApproved(services, trx, waiting);
    }
  },
});
