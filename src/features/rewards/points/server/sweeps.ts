/** Timed work of points: expiry, and deletion of counters of past days and months. */
import { sql } from "kysely";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, availableOf, lockBalance } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { dateInWib } from "#shared/dates.ts";
import { postPointsMovement } from "./giving.ts";
import { endedAccounts, forgetCounters, lockPoints, writeExpiry } from "./store.ts";
import { notifyPointsEnded } from "./notices.ts";

const atOnce = 100;
const dayMilliseconds = 86_400_000;
/** A month's counter is needed until the month is over. */
const keepDays = 62;

export const pointsExpirySweep: Sweep = {
  name: "points-expiry",
  everySeconds: 300,
  waits: {
    text: { id: "Poin yang berakhir", en: "Points that end", zh: "到期的积分" },
    rows: [{ table: "points_account", at: "expiresAt" }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const end = (borrowerId: string) => transact(database, (trx) => endPoints(services, trx, borrowerId));
    return eachDue(await endedAccounts(database, clock.now(), atOnce), end, {
      log,
      failure: "points did not end",
      idOf: (borrowerId) => borrowerId,
    });
  },
};

async function endPoints(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const { expiresAt } = await lockPoints(trx, borrowerId);
  if (!expiresAt || expiresAt > services.clock.now()) return false;
  await writeExpiry(trx, borrowerId, null);
  const own = account("POINTS", borrowerId);
  await lockBalance(trx, own);
  const points = await availableOf(trx, own);
  if (points <= 0) return true;
  const source = `expired_${dateInWib(expiresAt)}`;
  await postPointsMovement(
    services,
    trx,
    { borrowerId, source, points, title: null },
    { ledger: { kind: "POINTS_EXPIRED", debit: own, credit: account("POINTS_GONE") }, kind: "EXPIRED" },
  );
  await notifyPointsEnded(services, trx, { borrowerId, source, points });
  return true;
}

export const pointsForgetSweep: Sweep = {
  name: "points-forget",
  everySeconds: 3_600,
  finds: [
    {
      table: "points_counter",
      at: "countedAt",
      afterSeconds: keepDays * 86_400,
      where: sql<boolean>`key ~ ':'`,
    },
  ],
  run: ({ database, clock }) =>
    forgetCounters(database, new Date(clock.now().getTime() - keepDays * dayMilliseconds), 1_000),
};
