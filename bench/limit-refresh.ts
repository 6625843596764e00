/**
 * The first of a month: `sh scripts/node.sh bench/limit-refresh.ts 100000` loads this many borrowers with a running
 * loan each, of whose limits `--changed=10` percent will rise, moves the sandbox's clock past 02:00 of the first,
 * starts `--processes=2` of the product and reports how long they take until every score and limit is refreshed, each
 * once.
 */
import { sql } from "kysely";
import { nextMonthly } from "#features/credit/limit/server/refreshing.ts";
import { transact } from "#server/database.server.ts";
import { pause } from "#server/work/timers.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { writeAnswers } from "#tests/support/approved-loan.ts";
import { loadRunningLoans } from "./support/many-loans.ts";
import { residentMegabytes, serve } from "./support/processes.ts";
import { environmentOf, openGround, servicesOn, startFlags, type Ground } from "./support/product.ts";
import { option, report } from "./support/report.ts";

const borrowers = Number(process.argv[2] ?? 100_000);
const processes = Number(option("processes") ?? 2);
const changedPercent = Number(option("changed") ?? 10);
const ground = await openGround();
const { database } = ground;

/** Copied rows are sealed with another borrower's key: each copy gets its own key and profile. */
async function giveProfiles(at: Ground): Promise<void> {
  const services = servicesOn(at);
  await database.deleteFrom("profile").execute();
  await database.deleteFrom("borrower_key").execute();
  const ids = (await database.selectFrom("credit_limit").select("borrowerId").execute()).map((row) => row.borrowerId);
  const lane = async (): Promise<void> => {
    for (let some = ids.splice(0, 100); some.length > 0; some = ids.splice(0, 100))
      await transact(database, async (trx) => {
        for (const id of some) await writeAnswers({ services }, trx, id);
      });
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

try {
  await loadRunningLoans(ground, borrowers - 1);
  await giveProfiles(ground);
  const first = nextMonthly(new Date());
  await database
    .updateTable("credit_limit")
    .set({ creditRupiah: 3_600_000, refreshDueAt: first, refreshCause: "MONTH" })
    .execute();
  await sql`update credit_limit set credit_rupiah = 3000000
    where mod(abs(hashtext(borrower_id::text)), 100) < ${changedPercent}`.execute(database);
  // The books of the days until then were closed at each midnight, which `month-end.ts` measures.
  await database
    .updateTable("repayment_account")
    .set({ nextBookingOn: addDays(dateInWib(first), 20) })
    .execute();
  const offset = first.getTime() + 60_000 - Date.now();
  await database.updateTable("sandbox_clock").set({ offsetMilliseconds: offset }).execute();
  const countRemaining = async (): Promise<number> => {
    const { count } = await database
      .selectFrom("credit_limit")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("refreshDueAt", "=", first)
      .executeTakeFirstOrThrow();
    return count;
  };
  const due = await countRemaining();
  const begun = performance.now();
  const running = await Promise.all(
    Array.from({ length: processes }, () => serve([...startFlags, "server.ts"], environmentOf(ground), "is ready on")),
  );
  for (let open = due; open > 0; open = await countRemaining()) await pause(500);
  const seconds = (performance.now() - begun) / 1000;
  const memory = running.map(({ child }) => residentMegabytes(child.pid as number));
  for (const one of running) await one.stop();
  const each = await sql<{ scores: number; borrowers: number }>`select scores, count(*)::int as borrowers from (
      select borrower_id, count(*)::int as scores from credit_limit_score where key like 'limit-refresh:%' group by borrower_id
    ) as counted group by scores`.execute(database);
  report(`Scores and limits of ${due} borrowers on the first of a month, ${processes} processes`, [
    {
      seconds: Math.round(seconds),
      "borrowers a second": Math.round(due / seconds),
      "refreshes of each": each.rows.map((row) => `${row.scores} (${row.borrowers})`).join(", "),
      "resident MB": memory.map((one) => Math.round(one)).join(", "),
    },
  ]);
} finally {
  await ground.stop();
}
