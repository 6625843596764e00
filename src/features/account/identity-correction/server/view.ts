/** A request as its owner sees it. */
import { findReviewOf } from "#features/platform/review/server/index.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { maxProofPhotos, type CorrectionView } from "../contract.ts";
import { shownPart } from "./compared.ts";
import type { Correction, Person } from "./facts.ts";
import { changedParts } from "./flags.ts";
import { correction, correctionReview } from "./kind.ts";
import { isProofOpen, photosOf } from "./proof.ts";

const worded = (code: string, texts: Readonly<Record<string, Text>>, language: Language) => ({
  code,
  text: texts[code] ? say(texts[code], language) : code,
});

/** @param present what is verified now; the request's own once it was sent */
export async function viewOf(
  services: Services,
  reader: Database | Transaction,
  request: Correction,
  { sessionId, language, present }: { sessionId: string; language: Language; present: Person | null },
): Promise<CorrectionView> {
  const { borrowerId, id, state } = request;
  const review = await findReviewOf(reader, correctionReview.kind, id);
  const askUntil = review?.state === "ASKED" ? review.askUntil : null;
  const cause = state === "REJECTED" ? (await correction.lifecycle.events(reader, id)).at(-1)?.cause : undefined;
  const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  const { after } = request.facts;
  const before = request.facts.before ?? present;
  const photos = await photosOf(reader, { borrowerId, id }, askUntil ? 2 : 1);
  return {
    requestId: id,
    state,
    createdAt: request.createdAt.toISOString(),
    expiresAt: iso(request.expiresAt),
    // The case's clock stands while more is asked for; the request keeps what was promised first.
    promisedUntil: iso(review?.dueAt ?? request.promisedUntil),
    isLate: review?.lateAt != null && review.state !== "CLOSED",
    changes:
      before && after
        ? changedParts(before, after).map((part) => ({
            part,
            before: shownPart(part, before, language),
            after: shownPart(part, after, language),
          }))
        : [],
    asked:
      review && askUntil
        ? {
            for: review.askedFor.map((code) => worded(code, correctionReview.evidence.asks, language)),
            until: askUntil.toISOString(),
          }
        : null,
    reason: cause === undefined ? null : worded(cause, correctionReview.decisions.reasons, language),
    closedAt: iso(request.closedAt),
    proof: {
      isOpen: await isProofOpen(services, reader, { borrowerId, id, sessionId }),
      photos: photos.map((photo) => ({ evidenceId: photo.id })),
      maxPhotos: maxProofPhotos,
    },
  };
}
