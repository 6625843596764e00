/** Reviews: answers to the staff's calls, and functions for the domains whose requests are decided here. */
import { answer, Binary, type StaffPrincipal } from "#server/call/pipeline.ts";
import type { ConsoleFacts } from "#server/console/console-words.ts";
import { answerDesk } from "#server/console/desk.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { say } from "#shared/texts.ts";
import {
  askForMore,
  decideReview,
  exportReviews,
  getReview,
  getReviewEvidence,
  getReviewPicture,
  listReviews,
  reviewDesk,
} from "../contract.ts";
import { texts } from "../texts.ts";
import { requestReviewProof, recordReviewDecision, knownReview, waitingReviews } from "./cases.ts";
import { reviewOfRow } from "./closing.ts";
import { csvColumns } from "./csv-columns.ts";
import { digest } from "./digest.ts";
import { readEvidence } from "./evidence.ts";
import { accountOf, knownReviewKind, reviewKinds } from "./kinds.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import { personalData } from "./personal-data.ts";
import { reviewProposals } from "./proposals.ts";
import { accountStates } from "./account-states.ts";
import { findReview, listReviewRows as listRows, type ReviewRow } from "./store.ts";
import { reviewSweeps } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { reviewDetailOf, reviewSummaryOf } from "./views.ts";
import { words } from "./words.ts";
import { workLists } from "./work-lists.ts";
import {
  borrowerOfPage,
  consoleWorkLists,
  staffDigests,
  timelineSources,
  accountStateSources,
  consoleWords,
} from "#server/console/questions.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { objectColumns } from "#server/media/stored-objects.ts";

export { reviews } from "./kinds.ts";

export { answerAsk, openReview, withdrawReview, withdrawReviewAbout } from "./cases.ts";
export {
  storeEvidence,
  addSelfie,
  addVideo,
  evidenceOf,
  isShownFreely,
  readEvidence,
  removeEvidence,
} from "./evidence.ts";
export { reviewAsked, reviewClosed, reviewLate } from "./events.ts";
export { defineReview, knownReviewKind as reviewKindOf, type Review, type ReviewLine } from "./kinds.ts";
export { findReviewOf, openReviewsOf } from "./store.ts";

/** Writes the account concerned to the audit trail. */
async function noteAccount(
  services: Services,
  principal: StaffPrincipal,
  reader: Database | Transaction,
  row: ReviewRow,
  facts?: ConsoleFacts,
): Promise<void> {
  const borrowerId = await accountOf(services, reader, row);
  principal.trail?.note({ ...(borrowerId === null ? {} : { borrowerId }), ...(facts ? { facts } : {}) });
}

export const domain: Domain = {
  answers: [
    answer(
      listReviews,
      async ({ cursor, limit, from, to, state, kind, order, claimed }, { services, database, language, principal }) => {
        const rows = await listRows(database, {
          state,
          kind,
          order: order ?? (state === "CLOSED" ? "URGENT_LAST" : "URGENT_FIRST"),
          claimedBy: claimed === "ME" ? { staffId: principal.staff.staffId, at: services.clock.now() } : undefined,
          page: { cursor, from, to, max: limit + 1 },
        });
        const { page, nextCursor } = listPage(rows, limit, ({ dueAt, id }) => cursorIn(dueAt, id));
        return {
          items: page.map((row) => reviewSummaryOf(services, row, language)),
          nextCursor,
          kinds: [...reviewKinds(services.ask).values()].map((one) => ({
            kind: one.kind,
            text: say(one.text, language),
          })),
        };
      },
    ),
    answerExport(exportReviews, listReviews, { name: "reviews", title: texts.title, columns: csvColumns }),
    answer(getReview, async ({ caseId }, { services, database, language, principal }) => {
      const row = await knownReview(database, caseId);
      await noteAccount(services, principal, database, row);
      return reviewDetailOf(services, database, row, language);
    }),
    answer(getReviewPicture, async ({ caseId, kind: picture }, { services, database, refuse, principal }) => {
      const row = await knownReview(database, caseId);
      await noteAccount(services, principal, database, row);
      const kind = knownReviewKind(services, row.kind);
      const pictures = new Map(Object.entries(kind.pictures ?? {}));
      const found =
        (await pictures.get(picture)?.read(services, database, reviewOfRow(row, kind))) ?? refuse("EVIDENCE_UNKNOWN");
      return new Binary(found.bytes, found.contentType, {
        "Content-Disposition": `attachment; filename="${row.number.toLowerCase()}-${picture.toLowerCase()}.jpg"`,
      });
    }),
    answer(getReviewEvidence, async ({ caseId, evidenceId }, { services, database, refuse, principal }) => {
      const row = await knownReview(database, caseId);
      await noteAccount(services, principal, database, row);
      const { borrowerId, subjectId } = row;
      const found =
        (await readEvidence(services, database, borrowerId, subjectId, evidenceId)) ?? refuse("EVIDENCE_UNKNOWN");
      // An attachment: a browser shows it inside our pages only. // Security rules 18
      return new Binary(found.bytes, found.contentType, {
        "Content-Disposition": `attachment; filename="${row.number.toLowerCase()}-${found.fileName}"`,
      });
    }),
    ...answerDesk(reviewDesk, { queue: waitingReviews, find: findReview, borrowerOf: accountOf }),
    answer(askForMore, async (input, { services, trx, language, principal }) => {
      const row = await requestReviewProof(services, trx, principal.staff.staffId, input);
      await noteAccount(services, principal, trx, row);
      return reviewDetailOf(services, trx, row, language);
    }),
    answer(decideReview, async (input, { services, trx, language, principal }) => {
      const row = await recordReviewDecision(services, trx, principal.staff, input);
      await noteAccount(services, principal, trx, row, { reasonCode: input.reasonCode ?? null });
      return reviewDetailOf(services, trx, row, language);
    }),
  ],
  work: reviewSweeps,
  answersTo: [
    borrowerOfPage.by({
      async reviews(services, reader, caseId) {
        const row = await findReview(reader, caseId);
        return row && accountOf(services, reader, row);
      },
    }),
    personalDataHeld.by(personalData),
    consoleWorkLists.by(workLists),
    staffDigests.by([digest]),
    timelineSources.by(timeline),
    accountStateSources.by(accountStates),
    consoleWords.by(words),
    lifecycles.by([reviewLifecycle]),
    proposals.by(reviewProposals),
    objectColumns.by([{ table: "review_evidence", columns: ["objectKey"] }]),
  ],
};
