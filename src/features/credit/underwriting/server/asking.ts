/** Requesting documents again: the promised time of a case pauses until its borrower answers. // Spec account 8, docs/decisions/071 */
import { documentsAnswered } from "#features/account/document/server/index.ts";
import { within } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { documentAskHours } from "#shared/promised-times.ts";
import { findCase, insertStep, lockCase, type CaseRow } from "./store.ts";
import { moveCase } from "./lifecycle.ts";

const second = 1000;
const maxStanding = documentAskHours * 3600 * second;

/** The time for which the promise of a case has paused until `now`, in milliseconds; for an ASKED case including the current pause. */
export function stoodMilliseconds(
  { state, askedAt, stoodSeconds }: Pick<CaseRow, "state" | "askedAt" | "stoodSeconds">,
  now: Date,
): number {
  const before = stoodSeconds * second;
  return state === "ASKED" && askedAt ? before + pausedMilliseconds(askedAt, now) : before;
}

/** The clock stops for the time in which the borrower may answer, even if the end is noticed late. */
const pausedMilliseconds = (askedAt: Date, now: Date): number =>
  Math.max(0, Math.min(now.getTime() - askedAt.getTime(), maxStanding));

/**
 * The case waits for a decision again, with the documents received: silence is no refusal. Runs in the transaction of
 * the answer, so that the promised time runs whenever it is shown, and no decision is made while documents may still
 * arrive.
 */
export const documentsAnsweredForCase = within(
  documentsAnswered,
  "underwriting-answered",
  async (services: Services, trx, { borrowerId, subjectId, isGiven, at }) => {
    await lockCase(trx, borrowerId, subjectId);
    const row = await findCase(trx, subjectId);
    if (row?.state !== "ASKED") return "DONE";
    const stoodSeconds = Math.ceil(stoodMilliseconds(row, at) / second);
    await moveCase(trx, row, ["ASKED"], "WAITING", { stoodSeconds });
    await insertStep(trx, borrowerId, subjectId, {
      id: services.random.uuid(),
      kind: isGiven ? "ANSWERED" : "UNANSWERED",
      actor: isGiven ? "BORROWER" : "SYSTEM",
      proposal: null,
      reason: null,
      note: null,
      happenedAt: at,
    });
    return "DONE";
  },
);
