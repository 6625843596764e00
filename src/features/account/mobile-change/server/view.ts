/** A request as its owner sees it. */
import { wordedBy } from "#features/account/change-request/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import type { Language, Text } from "#shared/texts.ts";
import type { MobileChangeView } from "../contract.ts";
import { mobileChangeReviewTexts } from "../texts.ts";
import type { MobileChange } from "./facts.ts";
import { mobileChange, mobileChangeReview } from "./kind.ts";
import { mobileChangeProofs } from "./proof.ts";

/** Reasons that deciders choose, and obstacles found when an approved request took effect. */
const reasons: Readonly<Record<string, Text>> = {
  ...mobileChangeReview.decisions.reasons,
  NUMBER_TAKEN: mobileChangeReviewTexts.NUMBER_TAKEN,
};

export async function mobileChangeViewOf(
  services: Services,
  reader: Reader,
  request: MobileChange,
  { sessionId, language }: { sessionId: string; language: Language },
): Promise<MobileChangeView> {
  const { borrowerId, id, state } = request;
  const { dueAt, ...shown } = await mobileChangeProofs.view(services, reader, { borrowerId, id, sessionId }, language);
  const cause = state === "REJECTED" ? (await mobileChange.lifecycle.events(reader, id)).at(-1)?.cause : undefined;
  const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  const { newNumber } = request.facts;
  return {
    requestId: id,
    state,
    path: mobileChange.pathOf(request, sessionId, services.clock.now()),
    createdAt: request.createdAt.toISOString(),
    expiresAt: iso(request.expiresAt),
    maskedNewNumber: newNumber === undefined ? null : maskPhone(newNumber),
    // The case's deadline pauses while more is requested; the request keeps the first promise.
    promisedUntil: iso(dueAt ?? request.promisedUntil),
    effectiveFrom: iso(request.effectiveFrom),
    ...shown,
    reason: cause === undefined ? null : wordedBy(cause, reasons, language),
    closedAt: iso(request.closedAt),
  };
}
