/**
 * Every process queries every few seconds what is due, and staff query one borrower among all: the cost of such a query
 * depends on its result, never on the size of the table.
 */
import { columnOf } from "#server/postgres/column-names.ts";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { othersWithMark } from "#features/credit/underwriting/server/store.ts";
import { listEntries } from "#features/platform/audit/server/store.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { retentionSweep } from "#server/work/retention.ts";
import { rowsFound } from "#server/work/sweeps.ts";
import { testApp } from "#tests/support/app.ts";
import { statementsOf, type Statement } from "#tests/support/statements.ts";
import { teaPoured, teapotDomain, teapotTable } from "#tests/support/teapot.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";

const app = await testApp({ everySweep: true, domains: [teapotDomain()], isIdle: true });
const { services } = app;

/**
 * Tables that stay small with any number of borrowers: one row, one a day, or one for every product, rule or lender.
 */
const small = new Set([
  "configuration_version",
  "sandbox_clock",
  "loan_lender",
  "loan_performance",
  "complaint_rule",
  "working_day_rule",
  "business_holiday",
  "staff_member",
  "webhook_endpoint",
]);

/** Each by itself: the sandbox's clock skips those that find nothing. */
async function everySweep(): Promise<void> {
  for (const sweep of services.sweeps.list()) await sweep.run(services);
}

/** The statements that `work` sends to the business database. */
const asked = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await statementsOf(work)).filter(
    ({ text }) => /^\s*(?:select|update|delete|with)\b/i.test(text) && !/\bpgboss\b/.test(text),
  );

async function planOf(
  database: Transaction | typeof services.database,
  { text, values }: Statement,
): Promise<string[]> {
  const { rows } = await database.executeQuery<{ "QUERY PLAN": string }>(
    CompiledQuery.raw(`explain (costs off) ${text}`, values),
  );
  return rows.map((row) => row["QUERY PLAN"]);
}

/** Tables that a statement scans completely although the planner may do so only where no index serves. */
const readWhole = (plan: readonly string[]): string[] =>
  plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);

it("is found by an index in every sweep, and so is what names an object", async () => {
  const { storage } = services.outside;
  const object = await storage.put({ bytes: new Uint8Array([1]), contentType: "image/jpeg" });
  const long = new Date(services.clock.realNow().getTime() - 48 * 3_600_000);
  await utimes(join(services.config.dataDir, "objects", object), long, long);
  const statements = await asked(async () => {
    await everySweep();
    await services.sweeps.runOnce(services, "ALL");
  });
  expect(statements.length).toBeGreaterThan(20);
  expect(await storage.get(object)).toBeUndefined();

  const faults = new Map<string, string>();
  await transact(services.database, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    for (const statement of statements)
      for (const table of readWhole(await planOf(trx, statement)))
        if (!small.has(table)) faults.set(statement.text.replace(/\s+/g, " ").slice(0, 160), table);
  });
  expect(
    [...faults].map(([text, table]) => `${table}: ${text}`),
    "Give the table an index that begins with what the sweep asks for:",
  ).toEqual([]);
});

/**
 * Those with another comparison than the rest: whole days that must have ended, and small differences where they do not
 * matter.
 */
const comparedOtherwise = [
  "campaign-day-close campaign_draw.day <",
  "complaint-clock complaint.closes_on <",
  "complaint-clock complaint.due_on <",
  "invitation-ends invitation.loan_until <=",
  "privacy-exports data_export.asked_at < <=",
  "privacy-retention erasure.began_at <=",
  "review-evidence review_evidence.destroy_at <",
  "server-inbox partner_event.received_at <",
  "servicing-promises servicing_promise.last_on <",
  "staff-digest-forget staff_digest.day <=",
  "underwriting-late underwriting_case.submitted_at <=",
];

it("is looked for in every table that its sweep deletes from; taken from its instant on where it falls due, and beyond its age where it is kept", async () => {
  const missing: string[] = [];
  const otherwise = new Set<string>();
  for (const sweep of services.sweeps.list()) {
    const looked = rowsFound(sweep);
    const texts = looked ? (await asked(() => sweep.run(services))).map(({ text }) => text) : [];
    for (const text of texts) {
      const [, table] = /^\s*delete from "?(\w+)/i.exec(text) ?? [];
      if (table && !looked!.some((rows) => rows.table === table)) missing.push(`${sweep.name}: ${table}`);
    }
    for (const { table, at, afterSeconds = 0 } of looked ?? []) {
      const comparison = new RegExp(`"?\\b${columnOf(at)}"?\\s*(<=|<)`, "g");
      const found = texts
        .filter((text) => text.includes(table))
        .flatMap((text) => [...text.matchAll(comparison)].map(([, sign]) => sign));
      if (found.some((sign) => sign !== (afterSeconds > 0 ? "<" : "<=")))
        otherwise.add(`${sweep.name} ${table}.${columnOf(at)} ${[...new Set(found)].toSorted().join(" ")}`);
    }
  }
  expect(missing, "Name the table in the sweep's `finds`, with the age at which a row goes:").toEqual([]);
  expect([...otherwise].toSorted(), "What is due is due at its instant; what is kept so long is kept whole.").toEqual(
    comparedOtherwise,
  );
});

it("is found by the borrower where staff look at one borrower's trail", async () => {
  const { database } = services;
  const borrowerId = services.random.uuid();
  await sql`insert into audit_entry (id, at, staff_name, roles, action, borrower_id, subject, address, trace_id)
    select md5(n::text)::uuid, ${services.clock.now()}::timestamptz + n * interval '1 s', 'Staf', '{support}', 'LOGIN', case when n % 2 = 0 then md5((n % 500)::text)::uuid end, '{}', '', ''
    from generate_series(1, 5000) as n`.execute(database);
  await sql`insert into audit_outcome (entry_id, at, outcome, borrower_id, facts)
    select id, at, 'DONE', case when borrower_id is null then id end, '{}' from audit_entry`.execute(database);
  await sql`analyze audit_entry, audit_outcome`.execute(database);
  const [statement] = await asked(() => listEntries(database, { borrowerId, limit: 50 }));
  const plan = (await planOf(database, statement!)).join("\n");
  expect(plan).toContain("audit_entry_borrower");
  expect(plan).toContain("audit_outcome_borrower");
});

it("is found by its mark where an application is held against those of others", async () => {
  const { database } = services;
  const now = services.clock.now();
  await sql`insert into underwriting_mark (borrower_id, kind, mark, first_seen_at, last_seen_at)
    select md5(n::text)::uuid, 'DEVICE', md5((n / 2)::text), ${now}, ${now} from generate_series(1, 5000) as n`.execute(
    database,
  );
  await sql`analyze underwriting_mark`.execute(database);
  const [statement] = await asked(() => othersWithMark(database, services.random.uuid(), "DEVICE", now));
  expect((await planOf(database, statement!)).join("\n")).toContain("underwriting_mark_same");
});

it("is found by its event and by when it is due where a subscriber has still something to do", async () => {
  const { database } = services;
  await teapotTable.execute(database);
  await sql`insert into domain_event (name, id, happened_at, data, written_at)
    select 'teapot.poured', 'old_' || n, ${services.clock.now()}, '{"potId": "1"}', ${services.clock.realNow()}::timestamptz + n * interval '1 s'
    from generate_series(1, 5000) as n`.execute(database);
  await sql`insert into domain_event_delivery (name, event_id, subscriber, due_at)
    select name, id, 'test-of-another-release', happened_at from domain_event where name = 'teapot.poured'`.execute(
    database,
  );
  await sql`insert into domain_event_exception (id, name, event_id, subscriber, state, cause, left_at, closed_at)
    select md5(id)::uuid, name, id, 'test-of-another-release', 'CLOSED', 'TEST', happened_at, happened_at
    from domain_event where name = 'teapot.poured'`.execute(database);
  await sql`analyze domain_event, domain_event_delivery, domain_event_exception`.execute(database);
  const announced = await asked(async () => {
    await transact(database, (trx) =>
      services.events.announce(trx, teaPoured, { id: "poured_1", at: services.clock.now(), potId: "1" }),
    );
    await services.jobs.drain();
    await everySweep();
    await retentionSweep.run(services);
  });
  const mine = announced.filter(({ text }) => text.includes("domain_event"));
  expect(mine.length).toBeGreaterThan(2);
  for (const statement of mine)
    expect((await planOf(database, statement)).join("\n")).not.toMatch(/Seq Scan on domain_event/);
});

it("is found by the borrower in every table of the registry of personal data, to copy it and to delete it", async () => {
  const { database } = services;
  const borrowerId = services.random.uuid();
  const parts = services.ask(personalDataHeld);
  const statements = await asked(async () => {
    for (const part of parts) await part.export(services, database, borrowerId);
    await transact(database, async (trx) => {
      for (const part of parts) await part.erase(services, trx, borrowerId, { loans: false });
    });
  });
  expect(statements.length).toBeGreaterThan(80);
  const faults = new Set<string>();
  await transact(database, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    for (const statement of statements) for (const table of readWhole(await planOf(trx, statement))) faults.add(table);
  });
  expect([...faults], "Give the table an index that begins with the borrower's id:").toEqual([]);
});
