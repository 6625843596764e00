/**
 * A month's end: `sh scripts/node.sh bench/month-end.ts 200000` loads this many running loans, moves the sandbox's
 * clock past the last day of the month, starts `--processes=2` of the product and reports how long they take until
 * every loan's month is closed, each once: the books are audited whole, and no loan has more transfers than another.
 */
import { sql } from "kysely";
import { auditAll } from "#server/ledger/index.ts";
import { pause } from "#server/work/timers.ts";
import { addDays, dateInWib, instantOf, lastDayOfMonth } from "#shared/dates.ts";
import { loadRunningLoans } from "./support/many-loans.ts";
import { environmentOf, openGround, startFlags } from "./support/product.ts";
import { residentMegabytes, serve } from "./support/processes.ts";
import { option, report } from "./support/report.ts";

const loans = Number(process.argv[2] ?? 200_000);
const processes = Number(option("processes") ?? 2);
const ground = await openGround();
const { database } = ground;
try {
  await loadRunningLoans(ground, loans - 1);
  const firstOfNext = addDays(lastDayOfMonth(dateInWib(new Date())), 1);
  const offset = instantOf(firstOfNext, "WIB", { hour: 1 }).getTime() - Date.now();
  await database.updateTable("sandbox_clock").set({ offsetMilliseconds: offset }).execute();
  const countRemaining = async (): Promise<number> => {
    const { count } = await database
      .selectFrom("repayment_account")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("nextBookingOn", "<", firstOfNext)
      .executeTakeFirstOrThrow();
    return count;
  };
  const due = await countRemaining();
  const begun = performance.now();
  const running = await Promise.all(
    Array.from({ length: processes }, () => serve([...startFlags, "server.ts"], environmentOf(ground), "is ready on")),
  );
  // A process needs seconds to start; the rate counts from the first tenth that is closed.
  let tenth: { at: number; open: number } | undefined;
  for (let open = due; open > 0; open = await countRemaining()) {
    if (open <= due * 0.9) tenth ??= { at: performance.now(), open };
    await pause(500);
  }
  const seconds = (performance.now() - begun) / 1000;
  const rate = tenth ? tenth.open / ((performance.now() - tenth.at) / 1000) : due / seconds;
  const memory = running.map(({ child }) => residentMegabytes(child.pid as number));
  for (const one of running) await one.stop();
  const perLoan = await sql<{ transfers: number; loans: number }>`select transfers, count(*)::int as loans from (
      select a.loan_id, count(t.id)::int as transfers from repayment_account a
        left join ledger_transfer t on t.reference = a.loan_id::text and t.value_date >= ${addDays(firstOfNext, -1)}
      group by a.loan_id) as counted group by transfers`.execute(database);
  const { findings } = await auditAll(database, new Date(Date.now() + offset));
  report(`Month's end of ${due} loans, ${processes} processes`, [
    {
      seconds: Math.round(seconds),
      "loans a second": Math.round(due / seconds),
      "after the first tenth": Math.round(rate),
      "transfers of each loan": perLoan.rows.map((row) => `${row.transfers} (${row.loans})`).join(", "),
      findings: findings.length,
      "resident MB": memory.map((one) => Math.round(one)).join(", "),
    },
  ]);
} finally {
  await ground.stop();
}
