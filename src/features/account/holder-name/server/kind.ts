/** The kind of request, and the review that decides about it: a confirmed name opens accounts to money, so two people always. */
import * as v from "valibot";
import { defineChangeRequest, type ChangeRequest } from "#features/account/change-request/server/index.ts";
import { identityOf, readIdentityPhoto } from "#features/account/identity/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { holderPlaces, maxHolderNamePhotos, holderNamePage, holderNamePromisedHours } from "../contract.ts";
import { placeTexts, holderNameReviewTexts as texts } from "../texts.ts";
import { holderNameDoneNotice, holderNameRejectedNotice } from "./notices.ts";

const facts = v.object({
  /** As the bank or the authority writes it. */
  name: v.optional(v.string()),
  place: v.optional(v.picklist(holderPlaces)),
  /** The name by which the browser or app called itself. */
  device: v.optional(v.string()),
});
type Facts = v.InferOutput<typeof facts>;
export type HolderRequest = ChangeRequest<"NAMED", Facts>;

export const holderName = defineChangeRequest<"NAMED", Facts>("HOLDER_NAME", {
  text: texts.kind,
  steps: [{ state: "NAMED", path: holderNamePage }],
  submitPath: holderNamePage,
  resultPath: holderNamePage,
  facts,
  promisedHours: holderNamePromisedHours,
});

/** Names that people found to be this borrower's, the newest first. */
export async function confirmedNames(services: Services, reader: Reader, borrowerId: string): Promise<string[]> {
  const requests = await holderName.allDone(services, reader, borrowerId);
  return requests.flatMap(({ facts: { name } }) => (name === undefined ? [] : [name]));
}

export const holderNameReview = defineReview<{ place: (typeof holderPlaces)[number] }>({
  kind: "holder_name",
  text: texts.kind,
  promisedHours: holderNamePromisedHours,
  facts: v.object({ place: v.picklist(holderPlaces) }),
  evidence: { max: maxHolderNamePhotos, asks: {} },
  pictures: {
    KTP: {
      text: texts.card,
      read: (services, reader, { borrowerId }) => readIdentityPhoto(services, reader, borrowerId, "KTP"),
    },
  },
  decisions: {
    reasons: {
      ANOTHER_PERSON: texts.ANOTHER_PERSON,
      PROOF_UNREADABLE: texts.PROOF_UNREADABLE,
      PROOF_DISAGREES: texts.PROOF_DISAGREES,
      OTHER: texts.OTHER,
    },
    consequences: { APPROVED: texts.approvedMeans, REJECTED: texts.rejectedMeans },
  },
  twoPeople: () => true,
  async show(services, reader, { borrowerId, subjectId, facts: { place } }) {
    const [request, identity, names] = await Promise.all([
      holderName.one(services, reader, { borrowerId, id: subjectId }),
      identityOf(services, reader, borrowerId),
      confirmedNames(services, reader, borrowerId),
    ]);
    if (!request) return [];
    return [
      { label: texts.atPlace, text: request.facts.name ?? "–", before: identity?.fullName ?? "–" },
      { label: texts.onCard, text: identity?.fullName ?? "–" },
      { label: texts.place, text: placeTexts[place] },
      { label: texts.device, text: request.facts.device || "–" },
      ...(names.length > 0 ? [{ label: texts.earlier, text: names.join(" · "), isFlag: true }] : []),
    ];
  },
  async carryOut(services, trx, { borrowerId, subjectId: id }, { outcome, reason, deciderId }) {
    const decision = { borrowerId, id, to: outcome, actor: `STAFF:${deciderId}` as const, cause: reason ?? outcome };
    if (!(await holderName.decide(services, trx, decision))) throw new Refusal("REVIEW_STALE");
    if (outcome === "APPROVED") await holderName.takeEffect(services, trx, { borrowerId, id });
    await notify(services, trx, outcome === "APPROVED" ? holderNameDoneNotice : holderNameRejectedNotice, {
      id,
      borrowerId,
      values: {},
    });
  },
});
