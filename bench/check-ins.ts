/**
 * Borrowers who check in as fast as the server takes them: `sh scripts/node.sh bench/check-ins.ts`.
 * `--borrowers=200`, `--seconds=10`. Business days pass during the run, so that each press may be the one that counts. Goal: 300 answers a
 * second on two cores, no fault, and every counter exact. A request turned away (503) for the load had no effect and is sent again.
 */
import { Agent, request } from "node:http";
import { sql } from "kysely";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { openSandboxClock } from "#server/process/clock.ts";
import { transact } from "#server/database.server.ts";
import { auditAll } from "#server/ledger/index.ts";
import { pause } from "#server/work/timers.ts";
import { descendants, processorMilliseconds, stayAside, waitForQuiet } from "./support/processes.ts";
import { openGround, servicesOn, sessionOf, startProduct } from "./support/product.ts";
import { option, quantile, report } from "./support/report.ts";

const borrowers = Number(option("borrowers") ?? 200);
const seconds = Number(option("seconds") ?? 10);
const goalPerSecond = 300;
/** Another process learns of an advance of the clock within half a second. No more than all borrowers check in on each day. */
const dayMilliseconds = 550;
const activityId = "check-in-daily";
const turnedAway = "503";
const againMilliseconds = 100;

const ground = await openGround();
const served = await startProduct(ground);
const { database } = ground;
const clock = await openSandboxClock(database, () => {});
const agent = new Agent({ keepAlive: true, maxSockets: borrowers });
try {
  stayAside();
  const services = servicesOn(ground);
  for (let tries = 0; !(await isOpen()); tries++) {
    if (tries > 120) throw new Error("The sandbox's campaigns did not open.");
    await pause(500);
  }
  const cookies: string[] = [];
  for (let number = 0; number < borrowers; number++) {
    const mobileNumber = `0818${String(10_000_000 + number)}`;
    const id = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
    cookies.push((await sessionOf(ground, id)).cookie);
  }
  await waitForQuiet();
  const took: number[] = [];
  const answers = new Map<string, number>();
  const until = performance.now() + seconds * 1_000;
  const before = processorMilliseconds(served.child.pid!);
  const days = passDays(until);
  await Promise.all([days, ...cookies.map((cookie) => pressUntil(cookie, until, { took, answers }))]);
  const processor = processorMilliseconds(served.child.pid!) - before;
  report(`Check-ins of ${borrowers} borrowers, ${seconds} s`, [
    {
      "answers a second": took.length / seconds,
      "check-ins a second": (answers.get("200") ?? 0) / seconds,
      "turned away a second": (answers.get(turnedAway) ?? 0) / seconds,
      "p50 ms": quantile(took, 0.5),
      "p99 ms": quantile(took, 0.99),
      "server's processor time, ms each": processor / took.length,
      "processes of the server": 1 + descendants(served.child.pid!).length,
    },
  ]);
  console.log(JSON.stringify(Object.fromEntries(answers)));
  const faults = await counterFaults(answers.get("200") ?? 0);
  const fine = [...answers.keys()].every((status) => Number(status) < 500 || status === turnedAway);
  console.log(`counters: ${faults.length === 0 ? "exact" : faults.join("; ")}; faults: ${fine ? "none" : "SOME"}`);
  console.log(`goal ${goalPerSecond} a second: ${took.length / seconds >= goalPerSecond ? "met" : "NOT MET"}`);
  if (faults.length > 0 || !fine) process.exitCode = 1;
} finally {
  agent.destroy();
  await clock.stop();
  await served.stop();
  await ground.stop();
}

async function isOpen(): Promise<boolean> {
  const rows = await database
    .selectFrom("campaign")
    .select("id")
    .where("activityId", "=", activityId)
    .where("state", "=", "RUNNING")
    .execute();
  return rows.length > 0;
}

async function passDays(until: number): Promise<void> {
  while (performance.now() < until - dayMilliseconds) {
    await pause(dayMilliseconds);
    await clock.advance(86_400_000);
  }
}

async function pressUntil(
  cookie: string,
  until: number,
  { took, answers }: { took: number[]; answers: Map<string, number> },
): Promise<void> {
  while (performance.now() < until) {
    const begun = performance.now();
    const status = String(await press(cookie));
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === turnedAway) await pause(againMilliseconds);
    else took.push(performance.now() - begun);
  }
}

/** @returns the status, or 599 if there was no answer */
function press(cookie: string): Promise<number> {
  return new Promise((done) => {
    const sent = request(
      `${served.origin}/api/activity/${activityId}/check-in`,
      {
        agent,
        method: "POST",
        headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin", "content-length": 2 },
      },
      (response) => response.resume().on("end", () => done(response.statusCode ?? 0)),
    );
    sent.on("error", () => done(599));
    sent.end("{}");
  });
}

/** Compares the rows with the answers: one check-in per person and day, its points once, and balanced books. */
async function counterFaults(counted: number): Promise<string[]> {
  const { rows } = await sql<{ checks: number; records: number; points: number; owed: number; balances: number }>`select
    (select count(*) from campaign_check_in c join campaign on campaign.id = c.campaign_id
      where activity_id = ${activityId}) as checks,
    (select count(*) from points_record where source like 'check_in_%') as records,
    (select coalesce(sum(points), 0) from points_record)::bigint as points,
    (select coalesce(sum(points), 0) from campaign_check_in)::bigint as owed,
    (select coalesce(sum(posted), 0) from ledger_balance where account_id like 'POINTS/%')::bigint as balances`.execute(
    database,
  );
  const { checks, records, points, owed, balances } = rows[0]!;
  const { findings } = await auditAll(database, clock.now());
  return [
    ...(checks === counted && records === counted
      ? []
      : [`${counted} were answered, ${checks} are there, ${records} in records`]),
    ...(points === owed && balances === points ? [] : [`points: ${owed} owed, ${points} in records, ${balances} held`]),
    ...findings.map((finding) => JSON.stringify(finding)),
  ];
}
