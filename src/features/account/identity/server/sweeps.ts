/** Deletes staff checks after their retention time. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { evidenceDays } from "#shared/promised-times.ts";
import { deleteFaceReviews } from "./face-review-store.ts";
import { faceReviewLifecycle } from "./lifecycle.ts";

/** The same time as for other requests. // Spec account 1 */
const keptYears = 5;
const atOnce = 1_000;

async function forget({ database, clock }: Services): Promise<number> {
  const now = clock.now();
  const endedBefore = new Date(now);
  endedBefore.setUTCFullYear(endedBefore.getUTCFullYear() - keptYears);
  // Their pictures are destroyed by then.
  const gatheredBefore = new Date(now.getTime() - evidenceDays * 86_400_000);
  return transact(database, async (trx) => {
    const ids = await deleteFaceReviews(trx, { endedBefore, gatheredBefore, max: atOnce });
    await faceReviewLifecycle.forget(trx, ids);
    return ids.length;
  });
}

export const faceReviewForgetSweep: Sweep = {
  name: "identity-face-forget",
  everySeconds: 3_600,
  finds: [
    { table: "face_review", at: "endedAt", afterSeconds: keptYears * 365 * 86_400 },
    {
      table: "face_review",
      at: "createdAt",
      afterSeconds: evidenceDays * 86_400,
      where: sql<boolean>`state = 'GATHERING'`,
    },
  ],
  run: forget,
};
