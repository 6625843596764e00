/** Timed work of account closing: closings after their 72 hours, accounts to delete, old rows. // Spec account 6 */
import { sql } from "kysely";
import { transact, type Database } from "#server/database.server.ts";
import { undeliveredOf } from "#server/events/event-deliveries.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { closeAccount, forgetClosedAccount } from "./closing.ts";
import { accountClosed } from "./events.ts";
import { closureLife } from "./lifecycle.ts";
import { coolingOver, forgetFeedback, forgetWithdrawn, toErase } from "./store.ts";

const atOnce = 100;
/** Deleting one person's data takes hundreds of statements: the rest waits for the next round. */
const erasedAtOnce = 10;
/** Questions about an account that was not closed come within months. */
const withdrawnDays = 180;
/** Two years, in days: the row stores a day without a time. */
const feedbackDays = 730;

/** Accounts to delete whose closing event has reached all subscribers: later deliveries would need the borrower's data. */
async function heardOfByAll(database: Database) {
  const rows = await toErase(database, atOnce);
  const waiting = await undeliveredOf(
    database,
    accountClosed,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => !waiting.has(id)).slice(0, erasedAtOnce);
}

export const closingSweep: Sweep = {
  name: "cancellation-closing",
  everySeconds: 60,
  waits: {
    text: { id: "Penutupan akun", en: "Account closures", zh: "账户注销" },
    rows: [
      { table: "account_closure", at: "coolingUntil", where: sql<boolean>`state = 'COOLING'` },
      { table: "account_closure", at: "closedAt", where: sql<boolean>`state in ('CLOSED', 'RETAINING')` },
    ],
  },
  async run(services) {
    const { database, clock, log } = services;
    const idOf = ({ id }: { id: string }) => id;
    const closed = await eachDue(
      await coolingOver(database, clock.now(), atOnce),
      (row) => closeAccount(services, row),
      {
        log,
        failure: "an account whose holder asked for its end was not closed",
        idOf,
      },
    );
    const forgotten = await eachDue(await heardOfByAll(database), (row) => forgetClosedAccount(services, row), {
      log,
      failure: "the holder of a closed account was not forgotten",
      idOf,
    });
    return closed + forgotten;
  },
};

export const closureForgetSweep: Sweep = {
  name: "cancellation-forget",
  everySeconds: 3600,
  finds: [
    {
      table: "account_closure",
      at: "endedAt",
      afterSeconds: withdrawnDays * 86_400,
      where: sql<boolean>`state in ('WITHDRAWN', 'UNDONE')`,
    },
    { table: "closure_feedback", at: "toldOn", due: "FROM_DAY", afterSeconds: feedbackDays * 86_400 },
  ],
  async run({ database, clock }) {
    const now = clock.now();
    const withdrawnBefore = new Date(now.getTime() - withdrawnDays * 86_400_000);
    return transact(database, async (trx) => {
      const ids = await forgetWithdrawn(trx, withdrawnBefore, 1_000);
      await closureLife.forget(trx, ids);
      return ids.length + (await forgetFeedback(trx, addDays(dateInWib(now), -feedbackDays), 1_000));
    });
  },
};
