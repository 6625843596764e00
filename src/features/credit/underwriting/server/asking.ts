/** Asking for documents again: the promised time of a case stands still until its borrower answers. // Spec account 8, docs/decisions/071 */
import { documentsAnswered } from "#features/account/document/server/index.ts";
import { within } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { documentAskHours } from "#shared/promised-times.ts";
import { findCase, insertStep, lockCase, type CaseRow } from "./store.ts";
import { moveCase } from "./lifecycle.ts";

const second = 1000;
const maxStanding = documentAskHours * 3600 * second;

/** For how long the promise of a case has stood still until `now`, in milliseconds; of an asked one also the time that runs. */
export function stoodMilliseconds(
  { state, askedAt, stoodSeconds }: Pick<CaseRow, "state" | "askedAt" | "stoodSeconds">,
  now: Date,
): number {
  const before = stoodSeconds * second;
  return state === "ASKED" && askedAt ? before + standing(askedAt, now) : before;
}

/** It stands for as long as the borrower may answer, however late somebody notices the end. */
const standing = (askedAt: Date, now: Date): number =>
  Math.max(0, Math.min(now.getTime() - askedAt.getTime(), maxStanding));

/**
 * The case waits for a decision again, with what is there: silence refuses nobody. Within the transaction of the answer, so that
 * nobody is promised a time that does not run, and nothing is decided while documents may still come.
 */
export const answered = within(
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
