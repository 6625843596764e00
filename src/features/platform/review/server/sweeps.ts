/** Timed work of cases: broken promises, missing answers, photos that are no longer needed. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { goOn } from "./cases.ts";
import { reviewLate } from "./events.ts";
import { destroyOldEvidence } from "./evidence.ts";
import { lockUnanswered, markLate } from "./store.ts";

/** Cases per round. */
const atOnce = 100;

/** Announces cases whose promised time has passed, each once, so that the borrower is notified. */
async function sayLate(services: Services): Promise<number> {
  return transact(services.database, async (trx) => {
    const at = services.clock.now();
    const late = await markLate(trx, at, atOnce);
    for (const { id: caseId, borrowerId, kind, subjectId } of late)
      await services.events.announce(trx, reviewLate, {
        id: `late_${caseId}`,
        at,
        borrowerId,
        caseId,
        kind,
        subjectId,
      });
    return late.length;
  });
}

/** Cases without further proof within 72 hours wait for a decision again, with the existing evidence. */
async function endAsking(services: Services): Promise<number> {
  return transact(services.database, async (trx) => {
    const at = services.clock.now();
    const unanswered = await lockUnanswered(trx, at, atOnce);
    for (const row of unanswered) await goOn(trx, row, at, "SYSTEM", "NOT_SHOWN");
    return unanswered.length;
  });
}

export function reviewSweeps({ sweeps }: Services): void {
  sweeps.add({
    name: "review-asked",
    everySeconds: 60,
    waits: {
      text: {
        id: "Permintaan yang menunggu jawaban peminjam",
        en: "Reviews waiting for more evidence",
        zh: "待借款人补充的审核",
      },
      rows: [{ table: "review_case", at: "askUntil", where: sql<boolean>`state = 'ASKED'` }],
    },
    run: endAsking,
  });
  sweeps.add({
    name: "review-late",
    everySeconds: 60,
    waits: {
      text: { id: "Pemeriksaan lewat waktu", en: "Reviews past their promised time", zh: "超过承诺时间的审核" },
      rows: [
        {
          table: "review_case",
          at: "dueAt",
          where: sql<boolean>`late_at is null and state in ('WAITING', 'PROPOSED')`,
        },
      ],
    },
    run: sayLate,
  });
  sweeps.add({
    name: "review-evidence",
    everySeconds: 3600,
    finds: [{ table: "review_evidence", at: "destroyAt" }],
    run: destroyOldEvidence,
  });
}
