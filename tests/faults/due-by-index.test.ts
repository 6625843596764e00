/** Every process asks every few seconds what is due: such a question may cost what is due, never what there is. */
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();
const { services } = app;

/** Tables that stay small however many borrowers there are: one row, one a day, or one for every product, rule or lender. */
const small = new Set(["configuration_version", "sandbox_clock", "loan_lender", "loan_performance", "complaint_rule", "complaint_holiday", "staff_member"]);

/** The statements that `work` sends to the business database. */
async function asked(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const calls = spy.mock.calls as unknown as [unknown, unknown][];
  spy.mockRestore();
  return calls.flatMap(([text, values]) => (typeof text === "string" && /^\s*(?:select|update|delete|with)\b/i.test(text) && !/\bpgboss\b/.test(text) ? [{ text, values: Array.isArray(values) ? values : [] }] : []));
}

/** Tables that a statement reads whole although the planner may do so only where no index serves. */
async function readWhole(trx: Transaction, { text, values }: { text: string; values: unknown[] }): Promise<string[]> {
  const { rows } = await trx.executeQuery<{ "QUERY PLAN": string }>(CompiledQuery.raw(`explain (costs off) ${text}`, values));
  return rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row["QUERY PLAN"])?.[1] ?? []);
}

it("is found by an index in every sweep, and so is what names an object", async () => {
  const { storage } = services.outside;
  const object = await storage.put({ bytes: new Uint8Array([1]), contentType: "image/jpeg" });
  const long = new Date(services.clock.realNow().getTime() - 48 * 3_600_000);
  await utimes(join(services.config.dataDir, "objects", object), long, long);
  const statements = await asked(() => services.sweeps.runAllDue(services));
  expect(statements.length).toBeGreaterThan(20);
  expect(await storage.get(object)).toBeUndefined();

  const faults = new Map<string, string>();
  await transact(services.database, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    for (const statement of statements) for (const table of await readWhole(trx, statement)) if (!small.has(table)) faults.set(statement.text.replace(/\s+/g, " ").slice(0, 160), table);
  });
  expect([...faults].map(([text, table]) => `${table}: ${text}`), "Give the table an index that begins with what the sweep asks for:").toEqual([]);
});
