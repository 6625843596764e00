/** Limits: answers to the domain's calls, and what other domains may ask of it. */
import { sql } from "kysely";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { getLimitRaise, getLimits, limitBounds, listLimitChanges, takeLimitRaise } from "../contract.ts";
import { getCreditScore, pauseCredit } from "../score-contract.ts";
import { assessments } from "./assessment.ts";
import { endPauses, freezeLimit, freezing } from "./freezing.ts";
import { currentLimits, endTemporaryLimit } from "./limits.ts";
import { notices } from "./notices.ts";
import { raiseOf, takeRaise } from "./raise.ts";
import { freezesOf } from "./freeze-store.ts";
import { creditScore, limitFreezes } from "./questions.ts";
import { refreshDue } from "./refreshing.ts";
import { scoreAnswer } from "./score-view.ts";
import { scoreOn } from "./score-store.ts";
import { endedTemporaryLimits, listChanges } from "./store.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";

export { assessLimit } from "./assessment.ts";
export {
  addedIncomes,
  creditScore,
  limitFreezes,
  temporaryLimitRight,
  type CreditScore,
  type LimitFreeze,
} from "./questions.ts";
export {
  currentLimits,
  endTemporaryLimit,
  grantTemporaryLimit,
  limitChangesOf,
  moveReservation,
  releaseLimit,
  reserveLimit,
  reserveWhole,
  resumeLimit,
  setCreditLimit,
} from "./limits.ts";
import { mergedLimit } from "./merging.ts";
import { records } from "./records.ts";
import { freezeKind, setKind, limitStaffAnswers, temporaryKind } from "./proposals.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { recordAnswers } from "#server/records/record.ts";
import { borrowerFigures, borrowerPages, timelineSources, consoleWords } from "#server/console/questions.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { lostAtClosing } from "#features/account/cancellation/server/index.ts";
import { figures } from "./figures.ts";
export { limitChanged } from "./events.ts";
export { findChange } from "./store.ts";
export { freezeText, limitFrozen } from "./freeze-texts.ts";
export { followBooksOfLoan, isBorrowingStopped } from "./freezing.ts";
export { loanHistories } from "./questions.ts";
export { noteBureau } from "./refreshing.ts";
export type { ScoredLoan } from "./score.ts";
export { affordableLimit, type Affordability } from "./rules.ts";

const answers: readonly CallAnswer[] = [
  ...limitStaffAnswers,
  answer(getLimits, (_input, { database, borrowerId, services }) => currentLimits(services, database, borrowerId)),
  answer(getLimitRaise, async (_input, { database, borrowerId, services }) => ({
    raise: await raiseOf(services, database, borrowerId),
  })),
  answer(takeLimitRaise, (_input, { borrowerId, services }) =>
    transact(services.database, async (trx) => {
      await takeRaise(services, trx, borrowerId);
      return currentLimits(services, trx, borrowerId);
    }),
  ),
  answer(getCreditScore, (_input, { database, borrowerId, services }) => scoreAnswer(services, database, borrowerId)),
  answer(pauseCredit, async ({ days }, { trx, borrowerId, services, refuse }) => {
    // The last whole day of the pause ends it.
    const endsAt = instantOf(addDays(dateInWib(services.clock.now()), days));
    if (!(await freezeLimit(services, trx, borrowerId, { cause: "BORROWER", endsAt }))) return refuse("PAUSE_STANDS");
    return { endsAt: endsAt.toISOString() };
  }),
  answer(listLimitChanges, async ({ cursor, limit, kind }, { database, borrowerId }) => {
    const { page, nextCursor } = listPage(
      await listChanges(database, borrowerId, cursor, limit + 1, kind),
      limit,
      ({ id }) => id,
    );
    return { items: page.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() })), nextCursor };
  }),
];

/** Records ended temporary limits. Each is locked before it is looked at again, so processes may sweep side by side. */
async function sweepEndedTemporaryLimits(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const ended = await endedTemporaryLimits(database, clock.now(), 100);
  return eachDue(ended, (borrowerId) => transact(database, (trx) => endTemporaryLimit(services, trx, borrowerId)), {
    log,
    failure: "end of a temporary limit not recorded",
    idOf: (borrowerId) => borrowerId,
  });
}

function work(services: Services): void {
  services.sweeps.add({
    name: "limit-temporary-end",
    everySeconds: 60,
    waits: {
      text: { id: "Limit sementara yang berakhir", en: "Temporary limits that end", zh: "到期的临时额度" },
      rows: [{ table: "credit_limit", at: "temporaryUntil" }],
    },
    run: sweepEndedTemporaryLimits,
  });
  services.sweeps.add({
    name: "limit-refresh",
    everySeconds: 60,
    waits: {
      text: { id: "Skor dan limit yang dihitung lagi", en: "Scores and limits to refresh", zh: "待更新的评分和额度" },
      rows: [{ table: "credit_limit", at: "refreshDueAt" }],
    },
    run: refreshDue,
  });
  services.sweeps.add({
    name: "limit-pause-end",
    everySeconds: 60,
    waits: {
      text: { id: "Jeda limit yang berakhir", en: "Own pauses of a limit that end", zh: "到期的额度暂停" },
      rows: [{ table: "credit_limit_freeze", at: "endsAt", where: sql<boolean>`ended_at is null` }],
    },
    run: endPauses,
  });
}

const lostText = { id: "Limit Anda", en: "Your limit", zh: "您的额度" } as const;

export const domain: Domain = {
  answers,
  work,
  subscribes: [...assessments, ...freezing],
  answersTo: [
    ...recordAnswers(records, [limitBounds]),
    timelineSources.by(timeline),
    borrowerFigures.by(figures),
    consoleWords.by(words),
    mergeAssets.by([mergedLimit]),
    creditScore.by(async (reader, borrowerId, at) => {
      const row = await scoreOn(reader, borrowerId, at);
      return { score: row?.score ?? null, band: row?.band ?? null };
    }),
    limitFreezes.by(freezesOf),
    noticeKinds.by(notices),
    proposals.by([setKind, temporaryKind, freezeKind]),
    borrowerPages.by([
      { path: "limit", text: { id: "Limit", en: "Limit", zh: "额度" }, permissions: ["borrower.read"] },
    ]),
    lostAtClosing.by(async (services, reader, borrowerId) => {
      const { totalRupiah: amount } = await currentLimits(services, reader, borrowerId);
      return [{ code: "LIMIT", text: lostText, unit: "RUPIAH", amount }];
    }),
  ],
};
