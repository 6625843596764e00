/** The charts' figures equal the books, by the day of the event, and a closed day does not change. */
import { expect, it } from "vitest";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { repaying } from "#tests/support/repaying.ts";
import { chartKeys } from "../charts-contract.ts";
import { foldReportDays } from "./fold.ts";

const app = await testApp({ everySweep: true });
const { services, clock } = app;
const { accountAt, bank, running } = repaying(app);
const auditor = await app.staff(services.random.uuid(), ["auditor"]);
const minutes = (count: number) => clock.advance(count * 60_000);

interface Shown {
  from: string;
  to: string;
  foldedAt: string | null;
  charts: { key: string; series: { metric: string; dimension: string; values: (number | null)[] }[] }[];
}
const report = async (days = 7, group = "BUSINESS"): Promise<Shown> =>
  (await auditor.get(`/api/staff/report?days=${days}&group=${group}`)).body;
const valuesOf = (shown: Shown, chart: string, dimension = "") =>
  shown.charts.find(({ key }) => key === chart)!.series.find((one) => one.dimension === dimension)!.values;
const rows = () =>
  services.database
    .selectFrom("report_day")
    .selectAll()
    .orderBy("metric")
    .orderBy("dimension")
    .orderBy("day")
    .execute();

it("says that nothing is counted yet before the first fold", async () => {
  await services.database.deleteFrom("report_fold").execute();
  expect(await report()).toMatchObject({ foldedAt: null });
});

it("counts applications, decisions, payouts and payments on their day, and what stands now", async () => {
  const of = await applicant(app, "approved-1", {});
  expect((await sendApplication(of)).status).toBe(200);
  await app.settle();
  const loan = await running();
  const paidOn = dateInWib(clock.now());
  await bank.pay({ virtualAccountNumber: await accountAt(loan.client), amountRupiah: 250_000 });
  await app.settle();
  minutes(6);
  expect(await foldReportDays(services)).toBe(1);
  const shown = await report();
  expect(shown).toMatchObject({ to: paidOn, from: addDays(paidOn, -6), foldedAt: clock.now().toISOString() });
  const operation = await report(7, "OPERATION");
  expect([...shown.charts, ...operation.charts].map(({ key }) => key)).toEqual(chartKeys);
  expect(valuesOf(shown, "applications")).toEqual([0, 0, 0, 0, 0, 0, 1]);
  expect(valuesOf(shown, "decisions", "RULES_APPROVED")).toEqual([0, 0, 0, 0, 0, 0, 1]);
  const { principalRupiah: principal } = await services.database
    .selectFrom("loan")
    .select("principalRupiah")
    .where("id", "=", loan.loanId)
    .executeTakeFirstOrThrow();
  expect(valuesOf(shown, "disbursed").at(-1)).toBe(principal);
  expect(valuesOf(shown, "repaid", "VIRTUAL_ACCOUNT")).toEqual([0, 0, 0, 0, 0, 0, 250_000]);
  const { owed } = await services.database
    .selectFrom("repayment_account")
    .select(({ fn }) => fn.sum<number>("unpaidPrincipalRupiah").as("owed"))
    .executeTakeFirstOrThrow();
  expect(valuesOf(shown, "overdue", "CURRENT").at(-1)).toBe(Number(owed));
});

it("counts what partners answered, how long they took, and what jobs and sweeps did", async () => {
  const counted = async () => {
    const { charts } = await report(7, "OPERATION");
    const valueOf = (chart: string, metric: string, dimension: string) =>
      charts
        .find(({ key }) => key === chart)!
        .series.find((one) => one.metric === metric && one.dimension === dimension)!
        .values.at(-1)!;
    return {
      answered: valueOf("partner-bank", "partner.calls_count", "bank:ANSWERED"),
      uncertain: valueOf("partner-bank", "partner.calls_count", "bank:UNKNOWN"),
      median: valueOf("partner-bank", "partner.median_milliseconds", "bank"),
      jobs: valueOf("jobs", "job.tries_count", "DONE"),
      waiting: valueOf("jobs", "job.waiting_count", ""),
      rows: valueOf("sweeps", "sweep.rows_count", "DONE"),
      reminders: valueOf("sweeps-waiting", "sweep.waiting_count", "repayment-reminders"),
      oldest: valueOf("sweeps-waiting", "sweep.oldest_due_seconds", "repayment-reminders"),
      events: valueOf("sweeps", "event.waiting_count", ""),
    };
  };
  const before = await counted();
  expect(before).toMatchObject({ uncertain: 0, waiting: 0, events: 0 });
  for (const figure of [before.answered, before.median, before.jobs, before.rows]) expect(figure).toBeGreaterThan(0);
  services.tally.add("partner.calls", "bank:UNKNOWN", 2);
  await services.tally.write(services.database);
  minutes(6);
  await foldReportDays(services);
  expect((await counted()).uncertain).toBe(2);

  // No sweep runs: due rows wait, and the chart shows since when.
  await services.database.updateTable("repayment_account").set({ nextReminderAt: clock.now() }).execute();
  minutes(6);
  await foldReportDays(services);
  expect(await counted()).toMatchObject({ reminders: 1, oldest: 360 });
});

it("tells of each list of work how much waits, and for how long the oldest has", async () => {
  await sendApplication(await applicant(app, "review"));
  await app.settle();
  minutes(10);
  await foldReportDays(services);
  const chart = (await report(7, "OPERATION")).charts.find(({ key }) => key === "work-by-age")!;
  const admin = await app.staff(services.random.uuid(), ["admin"]);
  const { lists } = (await admin.get("/api/staff/home")).body;
  const last = (metric: string, dimension: string) =>
    chart.series.find((one) => one.metric === metric && one.dimension === dimension)?.values.at(-1);
  const waiting = lists.filter(({ count }: { count: number }) => count > 0);
  expect(waiting.length).toBeGreaterThan(0);
  for (const { key, count, oldestAt } of waiting) {
    expect(last("work.waiting_count", key), key).toBe(count);
    expect(last("work.oldest_seconds", key), key).toBe(
      Math.floor((clock.now().getTime() - Date.parse(oldestAt)) / 1000),
    );
  }
  const csv = await auditor.get("/api/staff/report/work-by-age/csv?days=7");
  expect([csv.status, csv.text.split("\r\n")[0]]).toEqual([200, expect.stringContaining("work.waiting_count")]);
});

it("folds once in five minutes, however often it is asked and by however many processes", async () => {
  expect(await foldReportDays(services)).toBe(0);
  minutes(5);
  const folded = await Promise.all(Array.from({ length: 8 }, () => foldReportDays(services)));
  expect(folded.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(1);
  expect(await foldReportDays(services)).toBe(0);
});

it("leaves a day that is closed as it was, also where days were skipped, and counts an open one to the same rows again", async () => {
  const day = dateInWib(clock.now());
  // The waiting time grows with the minutes.
  const folded = async () => (await rows()).filter(({ metric }) => !/^(?:sweep|work)\./.test(metric));
  const before = await folded();
  minutes(6);
  await foldReportDays(services);
  expect(await folded()).toEqual(before);
  clock.moveTo(instantOf(addDays(day, 4), "WIB", { hour: 9 }));
  await foldReportDays(services);
  const closed = await services.database
    .selectFrom("report_fold")
    .selectAll()
    .where("day", ">=", day)
    .orderBy("day")
    .execute();
  expect(closed.map((row) => [row.day, row.isClosed])).toEqual(
    [0, 1, 2, 3, 4].map((days) => [addDays(day, days), days < 4]),
  );
  const kept = (await folded()).filter((row) => row.day <= day && !row.metric.startsWith("loan.performance"));
  expect(kept).toEqual(before.filter((row) => !row.metric.startsWith("loan.performance")));
  // Closed days are not counted again.
  await services.database.deleteFrom("report_day").where("metric", "=", "loan.submitted_count").execute();
  minutes(6);
  await foldReportDays(services);
  expect((await rows()).filter(({ metric }) => metric === "loan.submitted_count")).toEqual([]);
});

it("closes a day some minutes after its end, so that what was under way at midnight is in it", async () => {
  const day = dateInWib(clock.now());
  const isClosed = async () =>
    (
      await services.database
        .selectFrom("report_fold")
        .select("isClosed")
        .where("day", "=", day)
        .executeTakeFirstOrThrow()
    ).isClosed;
  clock.moveTo(new Date(instantOf(addDays(day, 1)).getTime() + 9 * 60_000));
  await foldReportDays(services);
  expect(await isClosed()).toBe(false);
  minutes(6);
  await foldReportDays(services);
  expect(await isClosed()).toBe(true);
});

it("gives each chart's figures as CSV with a line a day, and nothing to roles that have no part in the business", async () => {
  const finance = await app.staff(services.random.uuid(), ["finance"]);
  for (const key of chartKeys) {
    const answer = await finance.get(`/api/staff/report/${key}/csv?days=30`);
    expect(answer.status).toBe(200);
    const lines = String(answer.text).trimEnd().split("\r\n");
    expect(lines).toHaveLength(31);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d(?:,-?\d*)+$/);
  }
  expect((await finance.get("/api/staff/report/none/csv")).status).toBe(422);
  const editor = await app.staff(services.random.uuid(), ["content"]);
  expect((await editor.get("/api/staff/report")).status).toBe(403);
});
