/** A request and a merge as their owner sees them. */
import type { Reader } from "#server/database.server.ts";
import { wordedBy } from "#features/account/change-request/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import type { Language, Text } from "#shared/texts.ts";
import type { AccountMergeAnswer, MergeRequestView, MergeView } from "../contract.ts";
import { mergeCauseTexts, endTexts } from "./review-words.ts";
import type { MergeRequest } from "./facts.ts";
import { mergeRequest, mergeReview, mergeProofs } from "./kind.ts";
import { mergeObstacleOf } from "./steps.ts";
import { newestMergeOf, signedPreview, type MergeRow } from "./store.ts";

/** Reasons that deciders choose, and obstacles found when an approved merge was carried out. */
const reasons: Readonly<Record<string, Text>> = { ...mergeReview.decisions.reasons, ...mergeCauseTexts, ...endTexts };

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

async function requestOf(
  services: Services,
  reader: Reader,
  request: MergeRequest,
  { sessionId, language }: { sessionId: string; language: Language },
): Promise<MergeRequestView> {
  const { borrowerId, id, state } = request;
  const { dueAt, ...shown } = await mergeProofs.view(services, reader, { borrowerId, id, sessionId }, language);
  const isEnded = state === "REJECTED" || state === "STOPPED" || state === "DONE";
  const cause = isEnded ? (await mergeRequest.lifecycle.events(reader, id)).at(-1)?.cause : undefined;
  const { otherNumber } = request.facts;
  return {
    requestId: id,
    state,
    path: mergeRequest.pathOf(request, sessionId, services.clock.now()),
    createdAt: request.createdAt.toISOString(),
    expiresAt: iso(request.expiresAt),
    maskedOtherNumber: otherNumber === undefined ? null : maskPhone(otherNumber),
    promisedUntil: iso(dueAt ?? request.promisedUntil),
    ...shown,
    reason: cause === undefined || cause === "MERGED" ? null : wordedBy(cause, reasons, language),
    closedAt: iso(request.closedAt),
  };
}

async function mergeOf(services: Services, reader: Reader, row: MergeRow, borrowerId: string): Promise<MergeView> {
  const { own, other } = await signedPreview(services, reader, row);
  const isAskedByOther = row.borrowerId !== borrowerId;
  const until = row.reversibleUntil;
  return {
    mergeId: row.id,
    state: row.state as MergeView["state"],
    isAskedByOther,
    maskedOtherNumber: (isAskedByOther ? own : other).maskedNumber,
    maskedKeptNumber: (row.keeps === "OWN" ? own : other).maskedNumber,
    maskedFreedNumber: (row.keeps === "OWN" ? other : own).maskedNumber,
    askedAt: row.askedAt.toISOString(),
    mergedAt: iso(row.mergedAt),
    reversibleUntil: iso(until),
    canReverse: row.state === "MERGED" && until !== null && until > services.clock.now(),
    hasStatement: row.statementKey !== null,
  };
}

export async function mergeAnswerOf(
  services: Services,
  reader: Reader,
  who: { borrowerId: string; sessionId: string; language: Language },
): Promise<AccountMergeAnswer> {
  const { borrowerId } = who;
  const [request, merge, number, obstacle] = await Promise.all([
    mergeRequest.find(services, reader, borrowerId),
    newestMergeOf(reader, borrowerId),
    numberOf(services, reader, borrowerId),
    mergeObstacleOf(services, reader, borrowerId),
  ]);
  return {
    maskedMobileNumber: number ? maskPhone(number) : "",
    request: request && (await requestOf(services, reader, request, who)),
    merge: merge && (await mergeOf(services, reader, merge, borrowerId)),
    obstacle,
  };
}
