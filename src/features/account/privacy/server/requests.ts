/** Requests about personal data: submitted, decided by staff within 72 hours, and carried out. // Spec account 11; law 27/2022 art. 30, 41 */
import * as v from "valibot";
import { notify, addresseeOf } from "#features/platform/notice/server/index.ts";
import { defineReview, findReviewOf, openReview, reviewLate } from "#features/platform/review/server/index.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { after } from "#server/events/domain-events.ts";
import { Refusal } from "#server/call/refusal.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Services } from "#server/services.ts";
import { isWithdrawable } from "../contract.ts";
import { requestKindTexts, requestReasonTexts } from "../texts.ts";
import {
  askDataRequest,
  dataRequestHours,
  dataRequestKinds,
  listDataRequests,
  type DataRequest,
  type DataRequestKind,
} from "../request-contract.ts";
import { consentsOf } from "./consent-store.ts";
import { switchOff, withdrawConsent } from "./consents.ts";
import { dataRequestLife } from "./lifecycle.ts";
import { requestDecided, requestLate, requestReceived } from "./request-notices.ts";
import { dataRequestReviewTexts } from "./request-words.ts";
import { dataRequestsOf, insertDataRequest, textOfRequest, type DataRequestRow } from "./request-store.ts";

export const dataRequestReview = defineReview<{ kind: DataRequestKind }>({
  kind: "data_request",
  text: dataRequestReviewTexts.kindOfReview,
  promisedHours: dataRequestHours,
  facts: v.object({ kind: v.picklist(dataRequestKinds) }),
  evidence: { max: 0, asks: {} },
  decisions: {
    reasons: requestReasonTexts,
    consequences: { APPROVED: dataRequestReviewTexts.approvedMeans, REJECTED: dataRequestReviewTexts.rejectedMeans },
  },
  // The result of a request harms no one; irreversible results have their own approval by two people.
  twoPeople: () => false,
  show: async (services, reader, { borrowerId, subjectId, facts: { kind } }) => [
    { label: dataRequestReviewTexts.kind, text: requestKindTexts[kind] },
    { label: dataRequestReviewTexts.text, text: await textOfRequest(services, reader, { borrowerId, id: subjectId }) },
    { label: dataRequestReviewTexts.follows, text: dataRequestReviewTexts[`${kind}Follows`] },
  ],
  async carryOut(services, trx, review, { outcome, reason, deciderId }) {
    const { borrowerId, subjectId: id, facts } = review;
    const at = services.clock.now();
    const isGranted = outcome === "APPROVED";
    const isMoved = await dataRequestLife.move(trx, {
      id,
      borrowerId,
      from: ["WAITING"],
      to: isGranted ? "GRANTED" : "REFUSED",
      actor: `STAFF:${deciderId}`,
      cause: outcome,
      at,
      set: { decidedAt: at, reason: isGranted ? null : reason },
    });
    if (!isMoved) throw new Refusal("REVIEW_STALE");
    if (isGranted && facts.kind === "RESTRICTION") await restrict(services, trx, borrowerId);
    const number = (await findReviewOf(trx, "data_request", id))?.number ?? "";
    await notify(services, trx, requestDecided, { id: `decided_${id}`, borrowerId, values: { number } });
  },
});

/** Stops processing that depends on withdrawable consents, and analytics; processing required by a contract or rule goes on. */
async function restrict(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const to = await services.ask(addresseeOf)(services, trx, borrowerId);
  await switchOff(services, trx, { borrowerId, kind: "ANALYTICS", language: to?.language ?? "id", device: "" });
  for (const { id, kind, state } of await consentsOf(trx, borrowerId))
    if (state === "STANDING" && isWithdrawable(kind)) await withdrawConsent(services, trx, borrowerId, id);
}

export const dataRequestAnswers: readonly CallAnswer[] = [
  answer(listDataRequests, async (_input, { database, borrowerId }) => {
    const rows = await dataRequestsOf(database, borrowerId);
    return { items: await Promise.all(rows.map((row) => requestOf(database, row))) };
  }),
  answer(askDataRequest, async ({ kind, text }, { services, trx, borrowerId }) => {
    const at = services.clock.now();
    const id = services.random.uuid();
    const dueAt = new Date(at.getTime() + dataRequestHours * 3_600_000);
    const row = { borrowerId, id, kind, askedAt: at, dueAt };
    if (!(await insertDataRequest(services, trx, { ...row, text }))) throw new Refusal("DATA_REQUEST_OPEN");
    await dataRequestLife.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "ASKED", at });
    await openReview(services, trx, dataRequestReview, { borrowerId, subjectId: id, facts: { kind } });
    const request = await requestOf(trx, { ...row, state: "WAITING", textSealed: "", reason: null, decidedAt: null });
    await notify(services, trx, requestReceived, {
      id: `received_${id}`,
      borrowerId,
      values: { number: request.number },
    });
    return request;
  }),
];

async function requestOf(reader: Reader, row: DataRequestRow): Promise<DataRequest> {
  return {
    requestId: row.id,
    number: (await findReviewOf(reader, "data_request", row.id))?.number ?? "",
    kind: row.kind as DataRequestKind,
    state: row.state as DataRequest["state"],
    askedAt: row.askedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason as DataRequest["reason"],
  };
}

export const requestSubscriptions = [
  after(reviewLate, "privacy-request-late", async (services, trx, { borrowerId, kind, subjectId }) => {
    if (kind !== "data_request") return;
    const number = (await findReviewOf(trx, kind, subjectId))?.number ?? "";
    await notify(services, trx, requestLate, { id: `late_${subjectId}`, borrowerId, values: { number } });
  }),
];
