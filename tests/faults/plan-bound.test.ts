/**
 * What a query reads may grow with what it finds, never with what there is: in a database of many borrowers each one that
 * calls, sweeps and jobs send stays below a bound of pages. Calls, sweeps and tables come from the product's own lists, so
 * a new one is held to it without being asked; screens make the same calls.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#server/database.server.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { auditAll, sealAll } from "#server/ledger/index.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { dateInWib } from "#shared/dates.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { testApp, type TestApp, type TestClient } from "#tests/support/app.ts";
import type { Call } from "#shared/contract.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { run } from "#tests/support/database-server.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { coupon } from "#tests/support/coupon.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { multiply, standingIn } from "#tests/support/many-borrowers.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { repaying } from "#tests/support/repaying.ts";
import { rewarded } from "#tests/support/wallet.ts";

const isLong = process.env["TEST_LONG"] === "1";
const borrowers = isLong ? 50_000 : 10_000;
/** Pages of 8 KB that one call of a query may read, beside those for the rows that it answers or changes. */
const maxPages = 100;
const maxPagesPerRow = 30;
/** Of the catalogue, when a connection meets a table, its keys and its triggers for the first time. */
const maxPagesAtFirst = 60;
/** Queries with another bound, which does not grow either. */
const wider: readonly { query: RegExp; pages: number; why: string }[] = [
  {
    query: /^\s*with fresh as materialized/,
    pages: 40_000,
    why: "A balance of the house looks through the last 10,000 transfers for those that are not sealed yet (ledger/sealing.ts).",
  },
  {
    query: /^\s*select ledger_post\(/,
    pages: 1_000,
    why: "A function that posts all transfers of a booking; each of its statements is held to the common bound.",
  },
  {
    query: /^\s*insert into "complaint" /,
    pages: 200,
    why: "Its trigger counts for the public, and what the trigger is made of is read once a connection; it is held to the common bound itself.",
  },
];
const boundOf = (query: string): number => wider.find((one) => one.query.test(query))?.pages ?? maxPages;

const dataDir = await mkdtemp(join(tmpdir(), "tunai-bound-"));
const server = await startEmbeddedPostgres({
  dataDir,
  log: () => {},
  settings: {
    fsync: "off",
    full_page_writes: "off",
    autovacuum: "off",
    shared_buffers: "256MB",
    max_wal_size: "8GB",
    shared_preload_libraries: "pg_stat_statements",
    "pg_stat_statements.max": "10000",
    "pg_stat_statements.track_utility": "off",
    // What functions send is held to it too, each statement by itself.
    "pg_stat_statements.track": "all",
  },
});
await migrate({ connection: server.connection, folder: "migrations" });
/** As the server's own superuser: the product's role may neither install an extension nor leave references unchecked. */
const superuser = server.connection.replace("//tunai@", "//postgres@");
const database = openDatabase({ connection: server.connection, statementTimeoutMilliseconds: 0, log: () => {} });
const app: TestApp = await testApp({ campaigns: true, database: { database, connection: server.connection } });
const { services, clock } = app;
const { enter, nextNumber } = loggingIn(app);
const { running, accountAt, bank } = repaying(app);
const complaints = complaintsOf(app);
const { borrower, act, see, claim } = campaignsOf(app);
afterAll(async () => {
  await database.destroy();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Somebody in campaigns of every kind, who helps another one's wish; what a day decides is decided on the next. */
async function takingPart(): Promise<Taker> {
  const [taker, friend] = [await borrower(), await borrower()];
  for (const { client } of [taker, friend]) {
    await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_50000" });
    // A ticket of the golden egg stays unplayed: one that was played has its place among its day's plays, and cannot be copied.
    for (const activityId of ["wish-dream", "check-in-daily", "egg-win", "toy-egg-1", "golden-egg"])
      await act(client, activityId, "check-in");
    for (const activityId of ["egg-win", "toy-egg-1"])
      for (const ticketId of (await see(client, activityId)).ticketIds)
        await act(client, activityId, "play", { ticketId, choice: 1 });
  }
  const { client } = taker;
  await client.post("/api/loan/activity/wish/help", { wishCode: (await see(friend.client, "wish-dream")).wish.code });
  await act(client, "watering", "join", { agree: true });
  await act(client, "watering", "check-in");
  await act(client, "watering", "pour", { pours: 1, energyBefore: 30 });
  await act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" });
  await claim(client, "get-coupon", "COUPON_10000");
  await client.post("/api/activity/break", { days: 30 });
  return taker;
}

/** What one after the other do who come to us: each leaves the rows that are multiplied. Nobody comes twice: `round` names them. */
async function people(round: 1 | 2): Promise<{ clients: TestClient[]; params: Record<string, string> }> {
  const visitor = app.client();
  await enter(visitor, nextNumber());
  const asked = await applicant(app, "approved-1", {
    nik: `317101150390600${round}`,
    mobileNumber: `08199900000${round}`,
    accountNumber: `77700000${round}`,
  });
  await sendApplication(asked);
  await app.settle();
  const paying = await running();
  await bank.pay({ virtualAccountNumber: await accountAt(paying.client), amountRupiah: 100_000 });
  await app.settle();
  const done = await running();
  await bank.pay({ virtualAccountNumber: await accountAt(done.client), amountRupiah: 2_000_000 });
  await app.settle();
  const winner = await rewarded(app, 60_000);
  const { couponId } = await coupon(app, winner.borrowerId, "interest-10000");
  await winner.client.post(
    "/api/wallet/withdraw",
    { amountRupiah: 50_000, bankAccountId: winner.bankAccountId },
    { "Idempotency-Key": services.random.uuid() },
  );
  const taker = await takingPart();
  const handed = await complaints.handedIn({}, winner.client);
  clock.advance(61_000);
  await app.settle();
  return {
    clients: [asked.client, paying.client, done.client, winner.client, visitor, taker.client],
    params: {
      borrowerId: paying.borrowerId,
      loanId: paying.loanId,
      complaintId: handed.complaintId,
      couponId,
      activityId: "wish-dream",
      drawId: `wish-dream:${dateInWib(clock.now())}`,
    },
  };
}

interface Read {
  query: string;
  calls: number;
  pages: number;
  rows: number;
}
/** What was sent since the last time, dearest first. */
async function reads(): Promise<Read[]> {
  const { rows } = await sql<Read>`select query, calls::int, rows::int,
      ((shared_blks_hit + shared_blks_read)::float / calls) as pages from pg_stat_statements s
    where dbid = (select oid from pg_database where datname = current_database()) order by 4 desc`.execute(database);
  await sql`select pg_stat_statements_reset()`.execute(database);
  return rows.filter(({ query }) => !/pg_stat_statements|\bpgboss\b/.test(query));
}
const tooMany = (found: readonly Read[]): string[] =>
  found
    .filter(
      ({ query, pages, rows, calls }) => pages > boundOf(query) + maxPagesAtFirst + (maxPagesPerRow * rows) / calls,
    )
    .map(
      ({ query, calls, pages, rows }) =>
        `${Math.round(pages)} pages, ${rows / calls} rows: ${query.replace(/\s+/g, " ").slice(0, 400)}`,
    );

let known: Awaited<ReturnType<typeof people>>;
beforeAll(async () => {
  await run(
    superuser,
    "create extension pg_stat_statements; grant pg_read_all_stats to tunai; grant execute on function pg_stat_statements_reset to tunai",
  );
  await services.sweeps.runAllDue(services);
  const standing = await standingIn(server.connection);
  known = await people(1);
  const rows = await multiply(superuser, standing, Math.ceil(borrowers / known.clients.length), clock.now());
  expect(rows).toBeGreaterThan(30 * borrowers);
  await fundHouse();
  // As they are sealed every minute.
  await sealAll(database, clock.now());
  expect((await auditAll(database, clock.now())).findings.slice(0, 5)).toEqual([]);
  await reads();
}, 600_000);

/** The house's own accounts stand once, and what went over them many times: they are given what that took, and as much again. */
async function fundHouse(): Promise<void> {
  await run(
    superuser,
    `set session_replication_role = replica;
    create temporary table moved as select account_id, sum(credit) - sum(debit) as posted, sum(held) as held
      from ledger_transfer t cross join lateral (values
        (t.debit_account_id, case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end, 0::bigint, case t.phase when 'PENDING' then t.amount when 'PLAIN' then 0 else -t.amount end),
        (t.credit_account_id, 0, case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end, 0)
      ) as side (account_id, debit, credit, held) group by account_id;
    delete from moved m using ledger_balance b where b.account_id = m.account_id and b.posted = m.posted and b.held = m.held;
    create temporary table given as select distinct on (m.account_id) m.account_id, greatest(m.held - m.posted, 0) + 10000000000 as amount, t.id as like_id
      from moved m join ledger_balance b using (account_id) join ledger_transfer t on t.credit_account_id = m.account_id and t.phase = 'PLAIN' order by m.account_id;
    insert into ledger_transfer (id, phase, asset, debit_account_id, credit_account_id, amount, kind, reference, value_date, posted_at)
      select t.id || '-house', t.phase, t.asset,
        -- What a campaign set aside for a day is funded itself: its budget is another one of these accounts.
        case t.kind when 'BUDGET_SET_ASIDE' then 'PROMOTION_COST' else t.debit_account_id end, t.credit_account_id, g.amount,
        case t.kind when 'BUDGET_SET_ASIDE' then 'REWARD_FUNDED' else t.kind end, t.reference, t.value_date, t.posted_at
      from given g join ledger_transfer t on t.id = g.like_id;
    update ledger_balance b set posted = m.posted + g.amount, held = m.held from moved m join given g using (account_id) where b.account_id = m.account_id;
    analyze ledger_transfer`,
  );
}

/** The queries with which a list is asked for: none, and each choice of each of its filters. */
function queriesOf({ input, path }: Call): string[] {
  const { entries = {} } = input as { entries?: Record<string, { wrapped?: unknown; options?: unknown }> };
  const choices = Object.entries(entries).flatMap(([name, field]) => {
    const { options } = (field.wrapped ?? field) as { options?: unknown };
    if (path.includes(`{${name}}`) || !Array.isArray(options)) return [];
    return options.filter((option) => typeof option === "string").map((option) => `?${name}=${option}`);
  });
  return ["", ...choices];
}

/** Every call that only reads, with the ids that are known; any other id is looked for in vain, by the same index. */
async function readAll(client: TestClient, isMine: (who: string) => boolean): Promise<number> {
  let answered = 0;
  for (const { call } of app.api.calls()) {
    if (call.method !== "GET" || !isMine(call.policy.who) || call.path.startsWith("/api/sandbox")) continue;
    const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => known.params[name] ?? services.random.uuid());
    for (const query of queriesOf(call)) {
      const { status } = await client.get(path + query);
      expect(status, path + query).toBeLessThan(500);
      if (status === 200) answered += 1;
    }
  }
  return answered;
}

it("What a borrower asks for reads a bounded number of pages.", { timeout: 300_000 }, async () => {
  for (const client of known.clients) expect(await readAll(client, (who) => who !== "staff")).toBeGreaterThan(70);
  expect(tooMany(await reads())).toEqual([]);
});

it("What staff ask for reads a bounded number of pages.", { timeout: 300_000 }, async () => {
  const client = await app.staff("0190cccc-0000-7000-8000-000000000001", [...staffRoles]);
  expect(await readAll(client, (who) => who === "staff")).toBeGreaterThan(50);
  expect(tooMany(await reads())).toEqual([]);
});

it("The wing's rows are among the many.", async () => {
  const many = await sql<{ name: string; rows: number }>`select relname as name, reltuples::int as rows from pg_class
    where relname in ('campaign_award', 'campaign_counter', 'campaign_check_in', 'campaign_draw_entry', 'campaign_entrant', 'campaign_help',
      'campaign_task', 'campaign_ticket', 'coupon', 'points_record', 'wallet_record', 'wallet_withdrawal') and reltuples < 1000`.execute(
    database,
  );
  expect(many.rows).toEqual([]);
});

it("Sweeps and jobs read a bounded number of pages.", { timeout: 300_000 }, async () => {
  clock.advance(60_000);
  await services.sweeps.runAllDue(services);
  await services.jobs.drain();
  expect(tooMany(await reads())).toEqual([]);
});

it("What people do reads a bounded number of pages.", { timeout: 300_000 }, async () => {
  await people(2);
  expect(tooMany(await reads())).toEqual([]);
});
