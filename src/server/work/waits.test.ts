/**
 * Each sweep's waiting work is counted as the sweep finds it: everything it does was counted before, and nothing is
 * counted that it does not do.
 */
import { maxCounted } from "#shared/counted.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { repaying } from "#tests/support/repaying.ts";
import { reward } from "#tests/support/wallet.ts";
import { rowsFound, runUntilIdle, type Sweep } from "./sweeps.ts";
import { dueLook, waitingWork } from "./waits.ts";

const app = await testApp({ everySweep: true, campaigns: true });
const { services, clock } = app;
const { database, sweeps } = services;
const day = 86_400_000;

/** Sweeps without due rows: they delete, count, check all open rows, or take what a job left over. */
const withoutWaits = [
  "campaign-day-money",
  "campaign-days",
  "campaign-release",
  "campaign-sandbox-seeds",
  "campaign-shares",
  "campaign-sums",
  "cancellation-forget",
  "capture-forget",
  "change-request-forget",
  "complaint-forget",
  "coupon-ending",
  "coupon-forget",
  "delivery-forget",
  "disbursement-abandoned",
  "email-forget",
  "exception-forget",
  "funding-months",
  "hold-forget",
  "identity-face-forget",
  "invitation-networks",
  "ledger-days",
  "linking-forget",
  "loan-sandbox-funds",
  "login-devices-old",
  "lookup-forget",
  "lost-number-forget",
  "notice-forget",
  "notice-push-ended",
  "platform-check-forget",
  "points-forget",
  "proposal-older-reasons",
  "proposal-stale",
  "questionnaire-forget",
  "report-fold",
  "restructure-offers",
  "review-evidence",
  "security-forget",
  "server-orphans",
  "server-tally",
  "staff-devices",
  "staff-digest",
  "staff-digest-forget",
  "staff-passkey-challenges",
  "staff-sandbox",
  "staff-sign-on-ended",
  "telemetry-days",
  "trace-days",
  "trace-steps",
  "verification-served",
  "wallet-ending",
  "wallet-sandbox-funds",
  "webhook-forget",
  "webview-codes-used",
];

const waitingOf = async (which: readonly Sweep[]) =>
  new Map((await waitingWork(database, which, clock.now())).map((one) => [one.sweep, one]));

it("is told by every sweep, or the sweep is named here as one for which nothing waits", () => {
  const silent = sweeps.list().filter(({ waits }) => !waits);
  expect(silent.map(({ name }) => name).toSorted()).toEqual(withoutWaits.toSorted());
  const texts = sweeps.list().flatMap(({ waits }) => (waits ? [waits.text.en] : []));
  expect(new Set(texts).size).toBe(texts.length);
});

it("counts what a sweep is about to do, and nothing once it has rested; what tells its rows does nothing without one", async () => {
  const { running } = repaying(app);
  const { borrowerId, client } = await running();
  await reward(app, borrowerId, 60_000);
  await complaintsOf(app).handedIn({}, client);
  const did = new Set<string>();
  for (const days of [1, 29, 1, 30, 400, ...(process.env["TEST_LONG"] === "1" ? [2_000] : [])]) {
    clock.advance(days * day);
    for (const sweep of sweeps.list()) {
      const before = (await waitingOf([sweep])).get(sweep.name);
      const rows = rowsFound(sweep);
      const isTold = !rows || (await dueLook([{ ...sweep, rows }])(database, clock.now())).has(sweep.name);
      const changed = await sweep.run(services);
      if (changed === 0) continue;
      did.add(sweep.name);
      expect(isTold, sweep.name).toBe(true);
      // A sweep that declares `finds` does more than its waiting rows: it publishes a daily figure, warns, or retries.
      if (sweep.waits && sweep.finds === undefined) expect(before?.waiting, sweep.name).toBeGreaterThan(0);
    }
    await runUntilIdle(services);
    const remaining = [...(await waitingOf(sweeps.list())).values()].filter(({ waiting }) => waiting > 0);
    expect(remaining, `after ${days} days`).toEqual([]);
  }
  expect([...did]).toEqual(
    expect.arrayContaining([
      "repayment-closing",
      "repayment-reminders",
      "complaint-clock",
      "wallet-expiry",
      "notice-forget",
    ]),
  );
});

it("says for how long the oldest is due, by the moment or by the end of its day, and counts no further than it says", async () => {
  const [wallet, books] = ["wallet-expiry", "repayment-closing"].map((name) =>
    sweeps.list().find((sweep) => sweep.name === name)!,
  );
  await sql`insert into wallet (borrower_id, valid_until)
    select gen_random_uuid(), ${clock.now()}::timestamptz - n * interval '1 second' from generate_series(0, ${maxCounted + 5}) as n`.execute(
    database,
  );
  expect((await waitingOf([wallet!])).get("wallet-expiry")).toEqual({
    sweep: "wallet-expiry",
    waiting: maxCounted,
    oldestDueSeconds: maxCounted + 5,
  });
  expect((await waitingOf([books!])).get("repayment-closing")).toMatchObject({ waiting: 0, oldestDueSeconds: 0 });
});
