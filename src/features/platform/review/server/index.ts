/** Reviews: answers to the staff's calls, and what the domains ask of it whose requests are decided here. */
import { answer, answerOnce, Binary, type Api, type StaffPrincipal } from "#server/call/pipeline.ts";
import type { Facts } from "#server/console-words.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { exporting } from "#server/list-export/exporting.ts";
import { cursorIn } from "#server/list-order.ts";
import { listPage } from "#server/list-page.ts";
import type { Services } from "#server/services.ts";
import { say } from "#shared/texts.ts";
import {
  askForMore,
  claimNextReview,
  claimReview,
  decideReview,
  exportReviews,
  getReview,
  getReviewEvidence,
  getReviewPicture,
  listReviews,
  releaseReview,
} from "../contract.ts";
import { texts } from "../texts.ts";
import { ask, claim, claimNext, decide, knownReview, release } from "./cases.ts";
import { reviewOf } from "./closing.ts";
import { csvColumns } from "./csv-columns.ts";
import { digest } from "./digest.ts";
import { readEvidence } from "./evidence.ts";
import { accountOf, kindOf, reviewKinds } from "./kinds.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import { personalData } from "./personal-data.ts";
import { reviewProposals } from "./proposals.ts";
import { standing } from "./standing.ts";
import { findReview, listReviews as listRows, type ReviewRow } from "./store.ts";
import { reviewSweeps } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { detailOf, summaryOf } from "./views.ts";
import { words } from "./words.ts";
import { workLists } from "./work-lists.ts";

export { answerAsk, openReview, withdrawReview, withdrawReviewAbout } from "./cases.ts";
export {
  addEvidence,
  addSelfie,
  addVideo,
  evidenceOf,
  isShownFreely,
  readEvidence,
  removeEvidence,
} from "./evidence.ts";
export { reviewAsked, reviewClosed, reviewLate } from "./events.ts";
export { defineReview, kindOf as reviewKindOf, type ReviewLine } from "./kinds.ts";
export { findReviewOf, openReviewsOf } from "./store.ts";

/** In the trail stands whose account was looked at. */
async function noteAccount(
  services: Services,
  principal: StaffPrincipal,
  reader: Database | Transaction,
  row: ReviewRow,
  facts?: Facts,
): Promise<void> {
  const borrowerId = await accountOf(services, reader, row);
  principal.trail?.note({ ...(borrowerId === null ? {} : { borrowerId }), ...(facts ? { facts } : {}) });
}

function readingAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listReviews,
  )(async ({ cursor, limit, from, to, state, kind, order, claimed }, { database, language, principal }) => {
    const rows = await listRows(database, {
      state,
      kind,
      order: order ?? (state === "CLOSED" ? "URGENT_LAST" : "URGENT_FIRST"),
      claimedBy: claimed === "ME" ? { staffId: principal.staff.staffId, at: services.clock.now() } : undefined,
      page: { cursor, from, to, max: limit + 1 },
    });
    const { page, nextCursor } = listPage(rows, limit, ({ dueAt, id }) => cursorIn(dueAt, id));
    return {
      items: page.map((row) => summaryOf(services, row, language)),
      nextCursor,
      kinds: [...reviewKinds(services.domains).values()].map((one) => ({
        kind: one.kind,
        text: say(one.text, language),
      })),
    };
  });

  answer(api, exportReviews)(exporting(api, listReviews, { name: "reviews", title: texts.title, columns: csvColumns }));

  answer(
    api,
    getReview,
  )(async ({ caseId }, { database, language, principal }) => {
    const row = await knownReview(database, caseId);
    await noteAccount(services, principal, database, row);
    return detailOf(services, database, row, language);
  });

  answer(
    api,
    getReviewPicture,
  )(async ({ caseId, kind: picture }, { database, refuse, principal }) => {
    const row = await knownReview(database, caseId);
    await noteAccount(services, principal, database, row);
    const kind = kindOf(services, row.kind);
    const pictures = new Map(Object.entries(kind.pictures ?? {}));
    const found =
      (await pictures.get(picture)?.read(services, database, reviewOf(row, kind))) ?? refuse("EVIDENCE_UNKNOWN");
    return new Binary(found.bytes, found.contentType, {
      "Content-Disposition": `attachment; filename="${row.number.toLowerCase()}-${picture.toLowerCase()}.jpg"`,
    });
  });

  answer(
    api,
    getReviewEvidence,
  )(async ({ caseId, evidenceId }, { database, refuse, principal }) => {
    const row = await knownReview(database, caseId);
    await noteAccount(services, principal, database, row);
    const { borrowerId, subjectId } = row;
    const found =
      (await readEvidence(services, database, borrowerId, subjectId, evidenceId)) ?? refuse("EVIDENCE_UNKNOWN");
    // An attachment: a browser shows it inside our pages only. // Security rules 18
    return new Binary(found.bytes, found.contentType, {
      "Content-Disposition": `attachment; filename="${row.number.toLowerCase()}-${found.fileName}"`,
    });
  });
}

function workingAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    claimReview,
  )(async ({ caseId }, { principal }) => {
    const row = await claim(services, principal.staff.staffId, caseId);
    await noteAccount(services, principal, services.database, row);
    return { caseId, claimedUntil: (row.claimedUntil as Date).toISOString() };
  });

  answer(
    api,
    releaseReview,
  )(async ({ caseId }, { principal }) => ({ released: await release(services, principal.staff.staffId, caseId) }));

  answer(
    api,
    claimNextReview,
  )(async ({ after }, { principal }) => {
    const caseId = await claimNext(services, principal.staff.staffId, after);
    if (caseId) principal.trail?.note({ facts: { caseId } });
    return { caseId };
  });

  answerOnce(
    api,
    askForMore,
  )(async (input, { trx, language, principal }) => {
    const row = await ask(services, trx, principal.staff.staffId, input);
    await noteAccount(services, principal, trx, row);
    return detailOf(services, trx, row, language);
  });

  answerOnce(
    api,
    decideReview,
  )(async (input, { trx, language, principal }) => {
    const row = await decide(services, trx, principal.staff, input);
    await noteAccount(services, principal, trx, row, { reasonCode: input.reasonCode ?? null });
    return detailOf(services, trx, row, language);
  });
}

export const domain: Domain = {
  borrowerOf: {
    async reviews(services, reader, caseId) {
      const row = await findReview(reader, caseId);
      return row && accountOf(services, reader, row);
    },
  },
  personalData,
  answers(api) {
    readingAnswers(api);
    workingAnswers(api);
  },
  work: reviewSweeps,
  workLists,
  digests: [digest],
  timeline,
  standing,
  words,
  lifecycles: [reviewLifecycle],
  proposals: reviewProposals,
  objects: [{ table: "review_evidence", columns: ["object_key"] }],
};
