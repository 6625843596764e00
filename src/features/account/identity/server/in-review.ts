/** Data and card stay as they are while staff look at them. */
import { findReviewOf } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import { formatInstant } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import type { saveIdentity } from "../contract.ts";
import { faceReviewKind, newestFaceReview } from "./face-review-store.ts";

/** @throws Refusal IDENTITY_IN_REVIEW while staff compare the card and the face of an identity that is not verified */
export async function refuseInReview(reader: Reader, borrowerId: string, language: Language): Promise<void> {
  const row = await newestFaceReview(reader, { borrowerId, lane: "OWNER" });
  if (row?.flow !== "IDENTITY" || row.state !== "WAITING") return;
  const until = (await findReviewOf(reader, faceReviewKind, row.id))?.dueAt ?? row.createdAt;
  throw new Refusal<typeof saveIdentity.problems>("IDENTITY_IN_REVIEW", {
    until: until.toISOString(),
    untilText: formatInstant(until, language),
  });
}
