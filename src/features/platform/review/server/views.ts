/** Cases as the console's calls answer them, in the reader's language. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import type { ReviewCause, ReviewDetail, ReviewSummary } from "../contract.ts";
import { notePlace, reviewOfRow } from "./closing.ts";
import { evidenceOf } from "./evidence.ts";
import { mediaOf } from "./evidence-names.ts";
import { accountOf, knownReviewKind, reviewPicturesOf, reviewKinds } from "./kinds.ts";
import { reviewLifecycle } from "./lifecycle.ts";
import type { ReviewRow } from "./store.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";

/** A case whose domain is gone stays in the queue, with the name of its kind. */
export function reviewSummaryOf(services: Services, row: ReviewRow, language: Language): ReviewSummary {
  const kind = reviewKinds(services.ask).get(row.kind);
  return {
    caseId: row.id,
    number: row.number,
    kind: row.kind,
    kindText: kind ? say(kind.text, language) : row.kind,
    borrowerId: row.borrowerId,
    state: row.state,
    outcome: row.outcome,
    openedAt: row.openedAt.toISOString(),
    promisedUntil: row.dueAt.toISOString(),
    remindAt: row.remindAt.toISOString(),
    needsTwoPeople: row.twoPeople,
    claimedBy: row.claimedBy,
    claimedUntil: row.claimedUntil?.toISOString() ?? null,
  };
}

/** Codes of a closed list with their texts; a code that its kind no longer has is shown as it is. */
const worded = (codes: readonly string[], texts: Readonly<Record<string, Text>>, language: Language) =>
  codes.map((code) => ({ code, text: texts[code] ? say(texts[code], language) : code }));

export async function reviewDetailOf(
  services: Services,
  reader: Reader,
  row: ReviewRow,
  language: Language,
): Promise<ReviewDetail> {
  const kind = knownReviewKind(services, row.kind);
  const { reasons, findings = {}, consequences } = kind.decisions;
  const { asks } = kind.evidence;
  const lines = await kind.show(services, reader, reviewOfRow(row, kind), language);
  const evidence = await evidenceOf(reader, row.borrowerId, row.subjectId);
  const pictures = await reviewPicturesOf(reader, kind, reviewOfRow(row, kind));
  const steps = await reviewLifecycle.events(reader, row.id);
  return {
    ...reviewSummaryOf(services, row, language),
    accountId: await accountOf(services, reader, row),
    lines: lines.map(({ label, text, before = null, isFlag = false }) => ({
      label: say(label, language),
      text: typeof text === "string" ? text : say(text, language),
      before,
      isFlag,
    })),
    evidence: evidence.map((piece) => ({
      evidenceId: piece.id,
      media: mediaOf(piece),
      round: piece.round,
      slot: piece.slot,
      uploadedAt: piece.uploadedAt.toISOString(),
    })),
    pictures: pictures.map(({ code, text }) => ({ code, text: say(text, language) })),
    reasons: worded(Object.keys(reasons), reasons, language),
    findings: worded(Object.keys(findings), findings, language),
    asks: worded(Object.keys(asks), asks, language),
    asked:
      row.askedAt && row.askUntil
        ? {
            for: worded(row.askedFor, asks, language),
            at: row.askedAt.toISOString(),
            until: row.askUntil.toISOString(),
          }
        : null,
    reason: row.reason === null ? null : worded([row.reason], { ...reasons, ...findings }, language)[0]!,
    note: await noteOf(services, reader, row),
    consequences: {
      approved: say(consequences.APPROVED, language),
      rejected: say(consequences.REJECTED, language),
    },
    proposalId: row.state === "PROPOSED" ? row.proposalId : null,
    steps: steps.map(({ to, cause, actor, at }) => ({
      state: to,
      cause: cause as ReviewCause,
      actor,
      at: at.toISOString(),
    })),
  };
}

async function noteOf(services: Services, reader: Reader, row: ReviewRow): Promise<string | null> {
  if (row.note === null) return null;
  try {
    return (await services.keys.borrowerKeys.cipher(reader, row.borrowerId)).open(row.note, notePlace(row.id));
  } catch (error) {
    // The borrower's data was deleted; the case stays.
    if (error instanceof BorrowerShredded) return null;
    throw error;
  }
}
