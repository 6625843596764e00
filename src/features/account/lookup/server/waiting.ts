/** Deadlines of a look-up: a register's result, typing a code, the end of its validity. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { lookupPollMilliseconds, lookupOrderIdOf, settleAnswer } from "./asking.ts";
import { endLookup } from "./ending.ts";
import { lookupLife } from "./lifecycle.ts";
import {
  claimLookupsToPoll,
  deleteOverLookups,
  findLookup,
  findOverLookups,
  overStates,
  type LookupRow,
} from "./store.ts";

const atOnce = 50;
/** An expired look-up keeps only the fact that it existed; decisions that used it note it themselves. */
const keptDays = 400;
const day = 86_400_000;

/** Asks registers for missing answers, without any credential. // Spec account 1 */
const askSweep: Sweep = {
  name: "lookup-ask",
  everySeconds: 5,
  waits: {
    text: {
      id: "Pencarian akun: hasil yang ditanyakan",
      en: "Account look-ups: results to fetch",
      zh: "账户查询：待查询结果",
    },
    rows: [{ table: "lookup", at: "nextAskAt", where: sql<boolean>`state = 'ASKING'` }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const now = clock.now();
    const due = await transact(database, (trx) =>
      claimLookupsToPoll(trx, now, new Date(now.getTime() + lookupPollMilliseconds), atOnce),
    );
    // Claimed rows are asked again later, so a round without other changes has still worked.
    await eachDue(due, (row) => askAgain(services, row), { log, failure: "look-up not asked", idOf: ({ id }) => id });
    return due.length;
  },
};

async function askAgain(
  services: Services,
  { borrowerId, id }: Pick<LookupRow, "borrowerId" | "id">,
): Promise<boolean> {
  const row = await findLookup(services.database, borrowerId, id);
  if (row?.state !== "ASKING" || !row.askUntil) return false;
  const answer = await services.outside.lookup.result({ lookupId: lookupOrderIdOf(row), kind: row.kind });
  if (answer.outcome !== "PENDING") return settleAnswer(services, row, answer, "PARTNER");
  if (services.clock.now() < row.askUntil) return false;
  return settleAnswer(services, row, { outcome: "UNAVAILABLE" }, "SYSTEM");
}

const endSweep: Sweep = {
  name: "lookup-end",
  everySeconds: 15,
  waits: {
    text: {
      id: "Pencarian akun: kode dan hasil yang berakhir",
      en: "Account look-ups: codes and results that expire",
      zh: "账户查询：到期的验证码与结果",
    },
    rows: [
      { table: "lookup", at: "codeUntil", where: sql<boolean>`state = 'CODE_NEEDED'` },
      { table: "lookup", at: "retryUntil", where: sql<boolean>`state = 'CONSENTED'` },
      { table: "lookup", at: "endsAt", where: sql<boolean>`state = 'FOUND'` },
    ],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await findOverLookups(database, clock.now(), atOnce);
    return eachDue(
      due,
      ({ borrowerId, id }) => transact(database, (trx) => endLookup(services, trx, borrowerId, id, "TIME_OVER")),
      { log, failure: "look-up not ended", idOf: ({ id }) => id },
    );
  },
};

const forgetSweep: Sweep = {
  name: "lookup-forget",
  everySeconds: 3_600,
  finds: [
    {
      table: "lookup",
      at: "changedAt",
      afterSeconds: keptDays * 86_400,
      where: sql<boolean>`state in (${sql.join(overStates.map((state) => sql.lit(state)))})`,
    },
  ],
  async run({ database, clock }) {
    const until = new Date(clock.now().getTime() - keptDays * day);
    return transact(database, async (trx) => {
      const ids = await deleteOverLookups(trx, until, 500);
      await lookupLife.forget(trx, ids);
      return ids.length;
    });
  },
};

export function lookupWork(services: Services): void {
  for (const sweep of [askSweep, endSweep, forgetSweep]) services.sweeps.add(sweep);
}
