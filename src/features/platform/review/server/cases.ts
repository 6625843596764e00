/** A case from its opening to its decision: its deadline, asking for more, and one or two deciders. // docs/decisions/234 */
import * as v from "valibot";
import { isClaimedByOther, type ClaimQueue } from "#server/records/claims.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { reviewAskHours } from "#shared/promised-times.ts";
import type { Services } from "#server/services.ts";
import { applyReviewDecision, closeReview } from "./closing.ts";
import { reviewAsked } from "./events.ts";
import { knownReviewKind, type AnyReviewKind, type ReviewKind } from "./kinds.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import { proposalKindOf } from "./proposals.ts";
import {
  findReview,
  findReviewOf,
  insertReview,
  lockReview,
  lockReviewAbout,
  lockReviewOf,
  type ReviewRow,
} from "./store.ts";

const hour = 3_600_000;

/** Letters and digits that cannot be confused. */
const numberAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const numberOf = (services: Services): string =>
  `RV-${Array.from({ length: 8 }, () => numberAlphabet[services.random.integer(numberAlphabet.length)]).join("")}`;

/**
 * Opens the case of a request, in the transaction that submits the request. Submitting twice gives one case.
 * @returns the case's id
 * @throws when no domain registers the kind, or the facts do not fit it
 */
export async function openReview<Facts>(
  services: Services,
  trx: Transaction,
  kind: ReviewKind<Facts>,
  { borrowerId, subjectId, facts }: { borrowerId: string; subjectId: string; facts: Facts },
): Promise<string> {
  knownReviewKind(services, kind.kind);
  const openedAt = services.clock.now();
  const dueAt = (await kind.dueAt?.(services, trx)) ?? new Date(openedAt.getTime() + kind.promisedHours * hour);
  const promised = dueAt.getTime() - openedAt.getTime();
  const row = {
    borrowerId,
    id: services.random.uuid(),
    kind: kind.kind,
    subjectId,
    facts: v.parse(kind.facts, facts),
    twoPeople: kind.twoPeople(facts),
    openedAt,
    promisedHours: kind.promisedHours,
    dueAt,
    remindAt: new Date(openedAt.getTime() + (promised * 2) / 3),
  };
  // Numbers are random; a used one is drawn again.
  while (!(await insertReview(trx, { ...row, number: numberOf(services) }))) {
    const known = await findReviewOf(trx, kind.kind, subjectId);
    if (known) return known.id;
  }
  await reviewLifecycle.begin(trx, { id: row.id, borrowerId, actor: "BORROWER", cause: "HANDED_IN", at: openedAt });
  return row.id;
}

/** The borrower withdraws the request, or its domain ends it; false when it is decided already, or has no case. */
export async function withdrawReview(
  services: Services,
  trx: Transaction,
  kind: AnyReviewKind,
  subjectId: string,
  actor: "BORROWER" | "SYSTEM" = "BORROWER",
): Promise<boolean> {
  const row = await lockReviewOf(trx, kind.kind, subjectId);
  if (!row || row.state === "CLOSED") return false;
  return closeReview(services, trx, row, { outcome: "WITHDRAWN", reason: null, note: null, actor, cause: "WITHDRAWN" });
}

/** Ends the case of a request of any kind, by the request's id: its domain ended the request. False when none waits. */
export async function withdrawReviewAbout(services: Services, trx: Transaction, subjectId: string): Promise<boolean> {
  const row = await lockReviewAbout(trx, subjectId);
  return (
    row !== null &&
    closeReview(services, trx, row, {
      outcome: "WITHDRAWN",
      reason: null,
      note: null,
      actor: "SYSTEM",
      cause: "STOPPED",
    })
  );
}

/** The borrower has sent the requested proof: the deadline runs again. False when nothing is requested (any more). */
export async function answerAsk(
  services: Services,
  trx: Transaction,
  kind: AnyReviewKind,
  subjectId: string,
): Promise<boolean> {
  const row = await lockReviewOf(trx, kind.kind, subjectId);
  return row !== null && goOn(trx, row, services.clock.now(), "BORROWER", "SHOWN");
}

/** Resumes a paused deadline at `at`, and extends it by the time of the pause. */
export async function goOn(
  trx: Transaction,
  row: ReviewRow,
  at: Date,
  actor: "BORROWER" | "SYSTEM",
  cause: "SHOWN" | "NOT_SHOWN",
): Promise<boolean> {
  if (row.state !== "ASKED" || !row.askedAt || !row.askUntil) return false;
  const resumed = Math.min(at.getTime(), row.askUntil.getTime());
  const stood = resumed - row.askedAt.getTime();
  const later = (instant: Date) => new Date(instant.getTime() + stood);
  return reviewLifecycle.move(trx, {
    id: row.id,
    borrowerId: row.borrowerId,
    from: ["ASKED"],
    to: "WAITING",
    actor,
    cause,
    at,
    set: { dueAt: later(row.dueAt), remindAt: later(row.remindAt) },
  });
}

/** @throws Refusal REVIEW_UNKNOWN */
export async function knownReview(reader: Reader, caseId: string): Promise<ReviewRow> {
  const row = await findReview(reader, caseId);
  if (!row) throw new Refusal("REVIEW_UNKNOWN");
  return row;
}

/** The locked case, if this person may work on it now. @throws Refusal REVIEW_UNKNOWN, REVIEW_NOT_WAITING, REVIEW_CLAIMED */
async function waitingCase(services: Services, trx: Transaction, caseId: string, staffId: string): Promise<ReviewRow> {
  const row = await lockReview(trx, caseId);
  if (!row) throw new Refusal("REVIEW_UNKNOWN");
  if (row.state !== "WAITING") throw new Refusal("REVIEW_NOT_WAITING");
  if (isClaimedByOther(row, staffId, services.clock.now())) throw new Refusal("REVIEW_CLAIMED");
  return row;
}

/** Asks the borrower for more. @throws Refusal REVIEW_UNKNOWN, REVIEW_NOT_WAITING, REVIEW_CLAIMED, REVIEW_ASKED_BEFORE, REVIEW_CHOICE */
export async function requestReviewProof(
  services: Services,
  trx: Transaction,
  staffId: string,
  { caseId, asks }: { caseId: string; asks: readonly string[] },
): Promise<ReviewRow> {
  const row = await waitingCase(services, trx, caseId, staffId);
  if (row.askedAt) throw new Refusal("REVIEW_ASKED_BEFORE");
  const kind = knownReviewKind(services, row.kind);
  if (asks.some((one) => !Object.hasOwn(kind.evidence.asks, one))) throw new Refusal("REVIEW_CHOICE");
  const { borrowerId, subjectId } = row;
  const at = services.clock.now();
  const until = new Date(at.getTime() + reviewAskHours * hour);
  await reviewLifecycle.move(trx, {
    id: caseId,
    borrowerId,
    from: ["WAITING"],
    to: "ASKED",
    actor: `STAFF:${staffId}`,
    cause: "MORE_NEEDED",
    at,
    set: { askedAt: at, askedFor: [...new Set(asks)], askUntil: until, claimedBy: null, claimedUntil: null },
  });
  const askUntil = until.toISOString();
  const about = { borrowerId, caseId, kind: row.kind, subjectId, askUntil };
  await services.events.announce(trx, reviewAsked, { id: `asked_${caseId}`, at, ...about });
  return knownReview(trx, caseId);
}

export interface Decision {
  caseId: string;
  decision: "APPROVE" | "REJECT";
  reasonCode?: string | undefined;
  note: string;
}

/**
 * One person's decision: carried out at once, or proposed when it needs two people.
 * @throws Refusal REVIEW_UNKNOWN, REVIEW_NOT_WAITING, REVIEW_CLAIMED, REVIEW_CHOICE, and refusals of `applyReviewDecision`
 * (REVIEW_STALE)
 */
export async function recordReviewDecision(
  services: Services,
  trx: Transaction,
  staff: StaffSession,
  input: Decision,
): Promise<ReviewRow> {
  const { caseId, decision, reasonCode, note } = input;
  const row = await waitingCase(services, trx, caseId, staff.staffId);
  const kind = knownReviewKind(services, row.kind);
  const { reasons, findings = {} } = kind.decisions;
  const isStated = decision === "REJECT" || Object.keys(findings).length > 0;
  const reason = isStated ? (reasonCode ?? (decision === "REJECT" ? "" : null)) : null;
  if (reason !== null && !Object.hasOwn(decision === "REJECT" ? reasons : findings, reason))
    throw new Refusal("REVIEW_CHOICE");
  const outcome = decision === "APPROVE" ? "APPROVED" : "REJECTED";
  if (row.twoPeople) {
    const proposalId = await propose(services, trx, proposalKindOf(kind, services.ask), staff, {
      subjectId: caseId,
      borrowerId: row.borrowerId,
      payload: { outcome, reason },
      reason: note,
    });
    await reviewLifecycle.move(trx, {
      id: caseId,
      borrowerId: row.borrowerId,
      from: ["WAITING"],
      to: "PROPOSED",
      actor: `STAFF:${staff.staffId}`,
      cause: outcome,
      at: services.clock.now(),
      set: { proposalId, claimedBy: null, claimedUntil: null },
    });
  } else await applyReviewDecision(services, trx, row, { outcome, reason, note, deciderId: staff.staffId });
  return knownReview(trx, caseId);
}

/** Claimable cases, the most urgent first. */
export const waitingReviews: ClaimQueue = { table: "review_case", states: ["WAITING"], order: "dueAt" };
