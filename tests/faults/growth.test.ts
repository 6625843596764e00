/**
 * A database under constant daily load keeps its size: temporary rows are deleted in time, and every other table has a
 * reason to grow. The lists are the operator's own, in docs/operations.md. // Threat H5
 */
import { readFileSync } from "node:fs";
import { fromKysely, PgBoss } from "pg-boss";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { evidenceEnd } from "#features/platform/review/server/evidence.ts";
import { insertEvidence } from "#features/platform/review/server/evidence-store.ts";
import { oneTimeCodeOf } from "#features/account/verification/server/index.ts";
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import { requestDataExport } from "../../src/features/account/privacy/server/exports.ts";
import { addReports } from "#features/platform/delivery/server/store.ts";
import { defineNotice, notify, noticeKinds } from "#features/platform/notice/server/index.ts";
import { rememberStaffDevice } from "#features/platform/console/server/device-store.ts";
import { addDigest } from "#features/operations/watchtower/server/digest-store.ts";
import { transact } from "#server/database.server.ts";
import { retentionSweep } from "#server/work/retention.ts";
import { effectOnce } from "#server/call/idempotency.ts";
import { jobSchema } from "#server/postgres/migrate.ts";
import { sandboxForgettingSweep } from "#server/outside/sandbox-forgetting.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Rounds before the size counts: indexes and free lists reach their size first. */
const options = isLong ? { people: 40, rounds: 30, settled: 6 } : { people: 4, rounds: 4, settled: 2 };
const day = 86_400_000;

const words = { id: "Kabar", en: "News", zh: "资讯" };
const newsOfDay = defineNotice({
  kind: "test.told",
  topic: "ACCOUNT",
  channels: ["INBOX", "SMS"],
  texts: { title: words, body: words, sms: words },
  example: {},
});
const app = await testApp({ everySweep: true, domains: [{ answersTo: [noticeKinds.by([newsOfDay])] }] });
const { services, clock } = app;
const { database, random } = services;
// Sweeps that a process start adds to those of the domains.
services.sweeps.add(retentionSweep);
services.sweeps.add(sandboxForgettingSweep);
const { askCode, enter, nextNumber } = loggingIn(app);
const surveyed = Object.entries({ where: "app", find: 5, language: "id" }).map(([questionKey, value]) => ({
  questionKey,
  value,
}));
/** The same people return again and again. */
const numbers = Array.from({ length: options.people }, () => nextNumber());

/** Days by table, the longest in the cell; and the tables that stay, with what they grow with. */
function told(): { forATime: Map<string, number>; forGood: Map<string, string> } {
  const [, rest = ""] = readFileSync("docs/operations.md", "utf8").split("\n## What is kept, and how long\n");
  const [section = ""] = rest.split("\n## ");
  const [times = "", stays = ""] = section.split("\n| For good |");
  const rowsOf = (text: string) =>
    [...text.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)].map(([, names = "", cell = ""]) => ({
      names: [...names.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name),
      cell,
    }));
  // "Days before today" are whole days: a row's own day must end before they begin to count.
  const daysIn = (cell: string): number =>
    Math.max(
      ...[...cell.matchAll(/(\d+) (hour|days? before today|day)/g)].map(([, count, unit = ""]) =>
        unit === "hour" ? Number(count) / 24 : Number(count) + (unit.endsWith("today") ? 1 : 0),
      ),
    );
  return {
    forATime: new Map(rowsOf(times).flatMap(({ names, cell }) => names.map((name) => [name, daysIn(cell)] as const))),
    forGood: new Map(rowsOf(stays).flatMap(({ names, cell }) => names.map((name) => [name, cell] as const))),
  };
}
const { forATime, forGood } = told();

/** All tables by the name in the lists, with their rows; a partitioned one is counted by its parts. */
async function rowsByTable(): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{
    schema: string;
    name: string;
  }>`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', ${jobSchema}) and (c.relkind = 'p' or c.relkind = 'r' and not c.relispartition) order by 1, 2`.execute(
    database,
  );
  const counted = new Map<string, number>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.id(schema, name)}`.execute(
      database,
    );
    counted.set(schema === "public" ? name : `${schema}.${name}`, rows[0]!.count);
  }
  return counted;
}

/** Everything that people do on a day, once each, with the rows of partners and of the company. */
async function oneDay(): Promise<void> {
  clock.advance(61_000);
  // They logged in every week: after months without a login, the number must be confirmed first.
  await database.updateTable("borrower").set({ lastLoginAt: clock.now() }).execute();
  for (const number of numbers) {
    const headers = { "Device-Token": `device-of-${number}`, "User-Agent": "TunaiApp/2.11.8" };
    const client = app.client(headers);
    const entered = await enter(client, number);
    expect(entered.status).toBeLessThan(300);
    const owner = await app.loggedIn(entered.body.userId, "EMAIL");
    const browser = { endpoint: `https://push.example/${number}`, p256dh: "k".repeat(87), auth: "a".repeat(22) };
    expect((await owner.post("/api/push", browser)).status).toBeLessThan(300);
    const { verificationId } = (await owner.post("/api/email", { email: `orang.${number}@contoh.id` })).body;
    const code = oneTimeCodeOf(services, verificationId);
    expect((await owner.post("/api/email/verify", { verificationId, code })).status).toBeLessThan(300);
    expect((await owner.post("/api/email/remove", {})).status).toBeLessThan(300);
    const { userId: borrowerId } = entered.body as { userId: string };
    await transact(database, (trx) => inviteToQuestionnaire(services, trx, { borrowerId, eventType: "AFTER_PAYOUT" }));
    await client.post("/api/user/questionnaire", {
      questionnaireKey: "app-and-website",
      version: 1,
      answers: surveyed,
    });
    const native = { ...headers, Authorization: `Bearer ${client.cookies.get("sid")}` };
    expect((await app.client(native).post("/api/user/webviewCode", { path: "/webview/home" })).status).toBeLessThan(
      300,
    );
    expect((await client.post("/api/capture/tickets", { kind: "CARD_PHOTO" })).status).toBeLessThan(300);
    const event = {
      eventType: "C",
      businessEvent: "loan_apply",
      eventParams: { elementType: "Button", elementContent: "Ajukan" },
      eventTime: clock.now().getTime(),
      platformType: "WEB",
    };
    expect((await client.post("/event/uploadEvents/v2", { events: [event, event] })).status).toBe(202);
    await effectOnce(services, { call: "POST /x", principal: number, key: random.uuid(), input: {} }, async () => ({
      done: true,
    }));
    await transact(database, (trx) => notify(services, trx, newsOfDay, { id: random.uuid(), borrowerId, values: {} }));
    const messageId = random.uuid();
    await addReports(
      database,
      [
        {
          provider: "twilio",
          reportKey: messageId,
          messageId,
          state: "DELIVERED",
          code: null,
          happenedAt: clock.now(),
        },
      ],
      clock.now(),
    );
    const ids = { id: random.uuid(), borrowerId: random.uuid(), subjectId: random.uuid() };
    const about = { media: "PHOTO" as const, widthPixels: 1, heightPixels: 1 };
    const photo = { ...ids, about, round: 1 as const, objectKey: messageId, pictureIndex: messageId };
    await transact(database, (trx) =>
      insertEvidence(trx, { ...photo, uploadedAt: clock.now(), destroyAt: evidenceEnd(clock.now()) }, [1]),
    );
    await sql`insert into sandbox_callback (callback_id, event_id, body, state, due_at, created_at) values (${random.uuid()}, 'e', '{}', 'DELIVERED', ${clock.now()}, ${clock.now()})`.execute(
      database,
    );
    // Rows of look-ups and links, and of the sandbox's partners for them.
    const [now, asked] = [clock.now(), dateInWib(clock.now())];
    const [one, two, three] = [random.uuid(), random.uuid(), random.uuid()];
    await sql`insert into lookup (borrower_id, id, kind, state, request_id, consent_id, asked_on, slot, asked_at, changed_at)
      values (${one}, ${two}, 'NPWP', 'NOT_FOUND', ${three}, ${three}, ${asked}, 1, ${now}, ${now})`.execute(database);
    await sql`insert into account_link (borrower_id, id, kind, state, consent_id, asked_on, slot, begun_at, ends_at, changed_at)
      values (${one}, ${two}, 'BANK', 'ENDED', ${three}, ${asked}, 1, ${now}, ${now}, ${now})`.execute(database);
    await sql`insert into account_closure (borrower_id, id, state, asked_at, cooling_until, ended_at)
      values (${one}, ${two}, 'WITHDRAWN', ${now}, ${now}, ${now})`.execute(database);
    await sql`insert into closure_feedback (id, told_on, reasons) values (${two}, ${asked}, '{PRIVACY}')`.execute(
      database,
    );
    await services.outside.sandbox?.next.put("LOOKUP", number, [{ outcome: "FOUND", delaySeconds: 0, duplicates: 0 }]);
    await sql`insert into sandbox_order (port, order_id, sealed, due_at, ordered_at) values ('LOOKUP', ${two}, 's', ${now}, ${now})`.execute(
      database,
    );
  }
  clock.advance(61_000);
  // A stranger guesses once; right codes delete earlier guesses.
  const stranger = app.client();
  const verificationId = await askCode(stranger, numbers[0]!);
  expect((await stranger.post("/api/mobile/verifyVerificationCode", { verificationId, code: "000000" })).status).toBe(
    422,
  );
  const { borrowerId } = await database
    .selectFrom("borrower")
    .select("borrowerId")
    .orderBy("borrowerId")
    .executeTakeFirstOrThrow();
  await requestDataExport(services, { borrowerId, language: "id", brandId: "tunai", sessionId: random.uuid() });
  await app.settle();
  const members = await database.selectFrom("staff_member").select("id").execute();
  for (const { id: staffId } of members)
    await transact(database, async (trx) => {
      await addDigest(trx, { id: random.uuid(), day: dateInWib(clock.now()), staffId, writtenAt: clock.now() });
      await rememberStaffDevice(trx, staffId, "device", clock.now());
    });
}

/**
 * pg-boss uses the database's clock, which tests cannot move: its rows are made older instead, and its maintenance is
 * started.
 */
async function agedJobs(days: number): Promise<void> {
  const by = `${days} days`;
  await sql`update ${sql.id(jobSchema, "job")} set completed_on = completed_on - ${by}::interval, keep_until = keep_until - ${by}::interval`.execute(
    database,
  );
  await sql`update ${sql.id(jobSchema, "queue")} set maintain_on = null`.execute(database);
  const boss = new PgBoss({
    db: fromKysely(database),
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
}

/** A sweep for stored objects runs once a day. */
const countedByTheHouse: Record<string, number> = { rate_counter: 3 };

async function later(days: number): Promise<void> {
  clock.advance(Math.ceil(days * day) + 1);
  await services.sweeps.runAllDue(services);
  await services.jobs.drain();
}

it("Every table is told: kept for a time, or for good and why.", async () => {
  const present = [...(await rowsByTable()).keys()];
  expect(
    present.filter((name) => !forATime.has(name) && !forGood.has(name)),
    "tables that docs/operations.md does not tell",
  ).toEqual([]);
  expect(
    [...forATime.keys(), ...forGood.keys()].filter((name) => !present.includes(name)),
    "tables that are no more",
  ).toEqual([]);
  expect([...forATime.keys()].filter((name) => forGood.has(name))).toEqual([]);
});

/**
 * Rows of rare actions, which take days or two staff members: the tests of their domains prove that they are deleted in
 * time.
 */
const sweptElsewhere: ReadonlySet<string> = new Set([
  "verified_number_past",
  "account_merge_asset",
  "lost_number_request",
  "face_review",
  "security_hold",
  "security_contest",
  "number_release",
  "platform_check",
  "points_counter",
  "domain_event_exception",
  "list_export",
  "list_export_part",
  "campaign_given_change",
  "campaign_choice_change",
  "webhook_event",
  "webhook_delivery",
  "webhook_sequence",
  "staff_sign_on",
  "staff_passkey_challenge",
  "trace_step",
  "ledger_hour",
  "ledger_hour_fold",
  "sandbox_webhook",
]);

it("What is kept for a time is there until then, and gone after it.", { timeout: 120_000 }, async () => {
  await oneDay();
  const before = await rowsByTable();
  expect(
    [...forATime.keys()].filter((name) => !before.get(name) && !sweptElsewhere.has(name)),
    "the load has to reach every table that is swept",
  ).toEqual([]);
  // A session lives for 90 days before its day begins.
  const after = (name: string): number => (name === "login_session" ? 91 : forATime.get(name)!);
  let passed = 0;
  for (const days of [
    ...new Set(
      [...forATime.keys()].filter((name) => !name.startsWith(jobSchema) && !sweptElsewhere.has(name)).map(after),
    ),
  ].sort((a, b) => a - b)) {
    await later(days - passed);
    passed = days;
    const remaining = await rowsByTable();
    for (const name of forATime.keys()) {
      if (name.startsWith(jobSchema) || sweptElsewhere.has(name)) continue;
      if (after(name) > days) expect(remaining.get(name), `${name} after ${days} days`).toBeGreaterThan(0);
      else expect(remaining.get(name), `${name} after ${days} days`).toBeLessThanOrEqual(countedByTheHouse[name] ?? 0);
    }
  }
  await agedJobs(forATime.get(`${jobSchema}.job`)! + 1);
  expect((await rowsByTable()).get(`${jobSchema}.job`)).toBe(0);
});

it(
  "Under the same load round after round no table has more rows, and the database is no larger.",
  { timeout: isLong ? 1_800_000 : 240_000 },
  async () => {
    const sizes: number[] = [];
    const counts: Map<string, number>[] = [];
    for (let round = 0; round < options.rounds; round++) {
      await oneDay();
      await later(Math.max(...forATime.values()) + 1);
      await agedJobs(15);
      await sql`vacuum`.execute(database);
      counts.push(await rowsByTable());
      sizes.push(
        Number(
          (await sql<{ size: string }>`select pg_database_size(current_database())::text as size`.execute(database))
            .rows[0]!.size,
        ),
      );
    }
    const [early, last] = [counts[options.settled - 1]!, counts.at(-1)!];
    expect(
      [...last]
        .filter(([name, rows]) => rows > early.get(name)! && forGood.get(name) !== "days")
        .map(([name, rows]) => `${name}: ${early.get(name)} rows, later ${rows}`),
      "tables that only grow",
    ).toEqual([]);
    // A page here and there; a permanent load would be many times as much.
    expect(sizes.at(-1)! - sizes[options.settled - 1]!, sizes.join(" ")).toBeLessThan(0.02 * sizes.at(-1)!);
  },
);
