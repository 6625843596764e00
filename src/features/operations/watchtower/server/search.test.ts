/**
 * The console's search by every identifier of a domain: each query finds its row by an index, however many rows there
 * are.
 */
import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { searchSources } from "#server/console/questions.ts";

const app = await testApp({ isIdle: true });
const { services } = app;
const { database } = services;

/** A value of each kind that finds nothing else. */
const typed: Record<string, string[]> = {
  MOBILE: ["081200001111"],
  BORROWER: ["0190aaaa-0000-7000-8000-00000000000a"],
  NIK: ["3171011705950001"],
  LOAN: ["TN-7KQ2-M4XD", "0190aaaa-0000-7000-8000-00000000000a"],
  VIRTUAL_ACCOUNT: ["8808 0812 3456 7890"],
  TRACE: ["9f2c41d07be84f6a9f2c41d07be84f6a"],
  // Leads to the list of complaints, filtered by it.
  COMPLAINT: [],
};
const sources = services.ask(searchSources).flat();

it("There is an example of every kind.", () => {
  expect(sources.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(typed).toSorted());
});

it.each(sources.map((source) => [source.kind, source] as const))("%s", async (kind, source) => {
  for (const text of typed[kind] ?? []) {
    let found: unknown;
    const asked = await statementsOf(async () => (found = await source.find(services, database, text)));
    expect([text, found]).toEqual([text, []]);
    // Queries of concurrent jobs use other table aliases.
    const selects = asked.filter(({ text: statement }) => /^select\b[^]*\bfrom "/i.test(statement));
    expect(selects.length, text).toBeGreaterThan(0);
    await transact(database, async (trx) => {
      // A plan that can avoid a full table scan does so, also on an empty table.
      await sql`set local enable_seqscan = off`.execute(trx);
      for (const { text: statement, values } of selects) {
        const { rows } = await trx.executeQuery<{ "QUERY PLAN": string }>(
          CompiledQuery.raw(`explain (costs off) ${statement}`, values),
        );
        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        expect(plan, statement).toMatch(/Index (?:Only )?(?:Scan|Cond)/);
        expect(plan, statement).not.toContain("Seq Scan");
      }
    });
  }
});
