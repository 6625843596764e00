/** The end of a case: its kind carries the decision out in the transaction that closes it. */
import * as v from "valibot";
import type { Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import type { ReviewCause, ReviewOutcome } from "../contract.ts";
import { reviewClosed } from "./events.ts";
import { evidenceEnd } from "./evidence.ts";
import { keepEvidenceUntil } from "./evidence-store.ts";
import { knownReviewKind, type AnyReviewKind, type Review } from "./kinds.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import type { ReviewRow } from "./store.ts";

/** A row in the form of its kind's functions. @throws when its facts do not fit the kind */
export const reviewOfRow = ({ id, borrowerId, subjectId, facts }: ReviewRow, kind: AnyReviewKind): Review => ({
  caseId: id,
  borrowerId,
  subjectId,
  facts: v.parse(kind.facts, facts),
});

export interface Closing {
  outcome: ReviewOutcome;
  reason: string | null;
  /** The decider's words; null without a decision. */
  note: string | null;
  actor: Actor;
  cause: ReviewCause;
}

/** Closes a case; the caller has locked its row. Its photos are destroyed 90 days later. */
export async function closeReview(
  services: Services,
  trx: Transaction,
  row: ReviewRow,
  closing: Closing,
): Promise<boolean> {
  const { borrowerId, id, kind, subjectId } = row;
  const { outcome, reason, note, actor, cause } = closing;
  const at = services.clock.now();
  const closed = await reviewLifecycle.move(trx, {
    id,
    borrowerId,
    from: ["WAITING", "ASKED", "PROPOSED"],
    to: "CLOSED",
    actor,
    cause,
    facts: { outcome, ...(reason ? { reason } : {}) },
    at,
    set: {
      outcome,
      reason,
      closedAt: at,
      claimedBy: null,
      claimedUntil: null,
      ...(note === null
        ? {}
        : { noteSealed: await services.keys.borrowerKeys.seal(trx, borrowerId, note, notePlace(id)) }),
    },
  });
  if (!closed) return false;
  await keepEvidenceUntil(trx, borrowerId, subjectId, evidenceEnd(at));
  await services.events.announce(trx, reviewClosed, {
    id: `closed_${id}`,
    at,
    borrowerId,
    caseId: id,
    kind,
    subjectId,
    outcome,
  });
  return true;
}

export const notePlace = (caseId: string) => ({ table: "review_case", column: "noteSealed", row: caseId });

/** Closes a case by its decision and runs its kind's effect; the caller holds its row lock. */
export async function applyReviewDecision(
  services: Services,
  trx: Transaction,
  row: ReviewRow,
  decided: { outcome: "APPROVED" | "REJECTED"; reason: string | null; note: string | null; deciderId: string },
): Promise<void> {
  const { outcome, reason, note, deciderId } = decided;
  const kind = knownReviewKind(services, row.kind);
  await closeReview(services, trx, row, { outcome, reason, note, actor: `STAFF:${deciderId}`, cause: outcome });
  await kind.carryOut(services, trx, reviewOfRow(row, kind), { outcome, reason, deciderId });
}
