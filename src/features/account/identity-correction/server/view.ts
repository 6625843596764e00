/** A request as its owner sees it. */
import { wordedBy } from "#features/account/change-request/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { CorrectionView } from "../contract.ts";
import { shownPart } from "./compared.ts";
import type { Correction, CorrectedPerson } from "./facts.ts";
import { changedParts } from "./flags.ts";
import { correction, correctionReview } from "./kind.ts";
import { correctionProofs } from "./proof.ts";

/** @param present the verified identity now; after sending, the one kept with the request */
export async function correctionViewOf(
  services: Services,
  reader: Reader,
  request: Correction,
  { sessionId, language, present }: { sessionId: string; language: Language; present: CorrectedPerson | null },
): Promise<CorrectionView> {
  const { borrowerId, id, state } = request;
  const { dueAt, ...shown } = await correctionProofs.view(services, reader, { borrowerId, id, sessionId }, language);
  const cause = state === "REJECTED" ? (await correction.lifecycle.events(reader, id)).at(-1)?.cause : undefined;
  const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  const { after } = request.facts;
  const before = request.facts.before ?? present;
  return {
    requestId: id,
    state,
    createdAt: request.createdAt.toISOString(),
    expiresAt: iso(request.expiresAt),
    // The case's deadline pauses while more is requested; the request keeps the first promise.
    promisedUntil: iso(dueAt ?? request.promisedUntil),
    ...shown,
    changes:
      before && after
        ? changedParts(before, after).map((part) => ({
            part,
            before: shownPart(part, before, language),
            after: shownPart(part, after, language),
          }))
        : [],
    reason: cause === undefined ? null : wordedBy(cause, correctionReview.decisions.reasons, language),
    closedAt: iso(request.closedAt),
  };
}
