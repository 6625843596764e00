/** Reported hardship: two people review it, and if they confirm it, PAUSE replaces the open offers. */
import * as v from "valibot";
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import { addWorkingDays } from "#server/calendar/working-days.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { readDocument } from "#features/account/document/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { lockHistory, historyOfLoan } from "#features/credit/repayment/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { defineReview, type Review } from "#features/platform/review/server/index.ts";
import { hardshipReasons, restWorkingDays } from "../contract.ts";
import { hardshipDocumentTexts, hardshipReasonTexts, hardshipReviewTexts as texts } from "../texts.ts";
import { restructureRejectedNotice } from "./notices.ts";
import { offerPlans } from "./offering.ts";
import { programmeOn } from "./rules/programmes.ts";
import { findHelpRequest, sealedHardshipNote } from "./store.ts";

/** A document that the borrower showed with the request; null where it was deleted since. */
async function shown(services: Services, reader: Reader, { borrowerId, subjectId }: Review, index: number) {
  const documentId = (await findHelpRequest(reader, borrowerId, subjectId))?.documentIds[index];
  return documentId === undefined ? null : readDocument(services, reader, borrowerId, documentId);
}

const documents = Object.fromEntries(
  (["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"] as const).map((code, index) => [
    `DOCUMENT_${code}`,
    {
      text: hardshipDocumentTexts[code],
      isThere: async (reader: Reader, { borrowerId, subjectId }: Review) =>
        ((await findHelpRequest(reader, borrowerId, subjectId))?.documentIds.length ?? 0) > index,
      read: (services: Services, reader: Reader, review: Review) => shown(services, reader, review, index),
    },
  ]),
);

const facts = v.object({ loanId: v.string(), reason: v.picklist(hardshipReasons) });

export const hardshipReview = defineReview<v.InferOutput<typeof facts>>({
  kind: "hardship",
  text: texts.kind,
  promisedHours: restWorkingDays * 24,
  async dueAt({ clock }, reader) {
    const today = dateInWib(clock.now());
    return instantOf(addDays(addWorkingDays(today, restWorkingDays, await daysOffAround(reader, today)), 1));
  },
  facts,
  // The borrower is not asked for documents: the request, the books and the attached documents decide, and a rejection gives the reason.
  evidence: { max: 0, asks: {} },
  pictures: documents,
  decisions: {
    reasons: { NOT_SHOWN: texts.NOT_SHOWN, ABLE: texts.ABLE, NO_PLAN: texts.NO_PLAN, OTHER: texts.OTHER },
    consequences: { APPROVED: texts.approvedMeans, REJECTED: texts.rejectedMeans },
  },
  twoPeople: () => true,
  async show(services, reader, { borrowerId, subjectId, facts: { loanId, reason } }) {
    const [row, loan, profile] = await Promise.all([
      findHelpRequest(reader, borrowerId, subjectId),
      findLoan(reader, borrowerId, loanId),
      profileOf(services, reader, borrowerId),
    ]);
    const found = loan && (await historyOfLoan(services, reader, loan));
    if (!row || !loan || !found) return [];
    const note =
      row.noteSealed === null
        ? "–"
        : await sealedHardshipNote.openOf(services.keys.borrowerKeys, reader, borrowerId, row.id, row.noteSealed);
    return [
      { label: texts.reason, text: hardshipReasonTexts[reason] },
      { label: texts.note, text: note },
      { label: texts.loan, text: `${loan.number} · ${loan.state}`, isFlag: loan.state !== "ACTIVE" },
      { label: texts.daysLate, text: String(found.state.daysPastDue) },
      { label: texts.owed, text: formatRupiah(Math.max(0, found.state.payoffRupiah)) },
      { label: texts.income, text: profile ? formatRupiah(profile.monthlyIncomeRupiah) : "–" },
    ];
  },
  async carryOut(services, trx, { borrowerId, subjectId, facts: { loanId } }, { outcome, deciderId }) {
    const loan = await findLoan(trx, borrowerId, loanId);
    if (!loan) throw new Refusal("REVIEW_STALE");
    if (outcome === "REJECTED") {
      await notify(services, trx, restructureRejectedNotice, {
        id: subjectId,
        borrowerId,
        values: { number: loan.number },
      });
      return;
    }
    const history = await lockHistory(trx, { borrowerId, loanId });
    const programme = programmeOn("PAUSE", dateInWib(services.clock.now()));
    const actor = `STAFF:${deciderId}` as const;
    const made =
      programme && history?.loan.state === "ACTIVE"
        ? await offerPlans(services, trx, { history, askId: subjectId, programme, actor })
        : 0;
    if (made === 0) throw new Refusal("REVIEW_STALE");
  },
});
