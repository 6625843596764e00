/** A request as its owner sees it. */
import { findReviewOf } from "#features/platform/review/server/index.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import { maxProofPhotos, type MobileChangeView } from "../contract.ts";
import { reviewTexts } from "../texts.ts";
import type { MobileChange } from "./facts.ts";
import { mobileChange, mobileChangeReview } from "./kind.ts";
import { isProofOpen, proofOf } from "./proof.ts";
import { isPhotoNeeded } from "./steps.ts";

const worded = (code: string, texts: Readonly<Record<string, Text>>, language: Language) => ({
  code,
  text: texts[code] ? say(texts[code], language) : code,
});

/** Reasons that people choose, and what was found when an approved one was to take effect. */
const reasons: Readonly<Record<string, Text>> = {
  ...mobileChangeReview.decisions.reasons,
  NUMBER_TAKEN: reviewTexts.NUMBER_TAKEN,
};

export async function viewOf(
  services: Services,
  reader: Database | Transaction,
  request: MobileChange,
  { sessionId, language }: { sessionId: string; language: Language },
): Promise<MobileChangeView> {
  const { clock } = services;
  const { borrowerId, id, state } = request;
  const own = { borrowerId, id, sessionId };
  const review = await findReviewOf(reader, mobileChangeReview.kind, id);
  const isAsked = review?.state === "ASKED" && review.askUntil !== null;
  const cause = state === "REJECTED" ? (await mobileChange.lifecycle.events(reader, id)).at(-1)?.cause : undefined;
  const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  const { newNumber } = request.facts;
  const isOpen = await isProofOpen(services, reader, own);
  return {
    requestId: id,
    state,
    path: mobileChange.pathOf(request, sessionId, clock.now()),
    createdAt: request.createdAt.toISOString(),
    expiresAt: iso(request.expiresAt),
    maskedNewNumber: newNumber === undefined ? null : maskPhone(newNumber),
    // The case's clock stands while more is asked for; the request keeps what was promised first.
    promisedUntil: iso(review?.dueAt ?? request.promisedUntil),
    effectiveFrom: iso(request.effectiveFrom),
    isLate: review?.lateAt != null && review.state !== "CLOSED",
    asked:
      isAsked && review.askUntil
        ? {
            for: review.askedFor.map((code) => worded(code, mobileChangeReview.evidence.asks, language)),
            until: review.askUntil.toISOString(),
          }
        : null,
    reason: cause === undefined ? null : worded(cause, reasons, language),
    closedAt: iso(request.closedAt),
    proof: {
      isOpen,
      isNeeded: isOpen && (await isPhotoNeeded(services, reader, own)),
      ...(await proofOf(reader, borrowerId, id, isAsked ? 2 : 1)),
      maxPhotos: maxProofPhotos,
    },
  };
}
