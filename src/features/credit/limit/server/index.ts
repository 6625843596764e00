/** Limits: answers to the domain's calls, and what other domains may ask of it. */
import { answer, type Api } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { listPage } from "#server/list-page.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { getLimitRaise, getLimits, listLimitChanges, takeLimitRaise } from "../contract.ts";
import { assessments } from "./assessment.ts";
import { currentLimits, endTemporaryLimit, limitsOf } from "./limits.ts";
import { raiseOf, takeRaise } from "./raise.ts";
import { endedTemporaryLimits, findLimit, listChanges } from "./store.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";

export { assessLimit } from "./assessment.ts";
export {
  currentLimits,
  endTemporaryLimit,
  grantTemporaryLimit,
  limitChangesOf,
  releaseLimit,
  reserveLimit,
  resumeLimit,
  setCreditLimit,
} from "./limits.ts";
import { mergedLimit } from "./merging.ts";
import { personalData } from "./personal-data.ts";
export { affordableLimit, type Affordability } from "./rules.ts";

function answers(api: Api): void {
  answer(
    api,
    getLimits,
  )(async (_input, { database, borrowerId, services }) =>
    limitsOf(await findLimit(database, borrowerId), services.clock.now()),
  );

  answer(
    api,
    getLimitRaise,
  )(async (_input, { database, borrowerId, services }) => ({ raise: await raiseOf(services, database, borrowerId) }));

  answer(
    api,
    takeLimitRaise,
  )((_input, { borrowerId, services }) =>
    transact(services.database, async (trx) => {
      await takeRaise(services, trx, borrowerId);
      return currentLimits(services, trx, borrowerId);
    }),
  );

  answer(
    api,
    listLimitChanges,
  )(async ({ cursor, limit }, { database, borrowerId }) => {
    const { page, nextCursor } = listPage(
      await listChanges(database, borrowerId, cursor, limit + 1),
      limit,
      ({ id }) => id,
    );
    return { items: page.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() })), nextCursor };
  });
}

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
      rows: [{ table: "credit_limit", at: "temporary_until" }],
    },
    run: sweepEndedTemporaryLimits,
  });
}

const lostText = { id: "Limit Anda", en: "Your limit", zh: "您的额度" } as const;

export const domain: Domain = {
  personalData,
  timeline,
  words,
  answers,
  work,
  subscribes: assessments,
  mergeAssets: [mergedLimit],
  async lostAtClosing(services, reader, borrowerId) {
    const amount = limitsOf(await findLimit(reader, borrowerId), services.clock.now()).totalRupiah;
    return [{ code: "LIMIT", text: lostText, unit: "RUPIAH", amount }];
  },
};
