/** How the database would do what a piece of work asks of it. */
import { CompiledQuery } from "kysely";
import { expect } from "vitest";
import { transact, type Database } from "#server/database.server.ts";
import { statementsOf } from "./statements.ts";

/** The plans of what this work asks of a table. */
export async function plansOf(database: Database, table: string, work: () => Promise<unknown>): Promise<string> {
  const named = new RegExp(`\\b${table}\\b`);
  const asked = (await statementsOf(work)).filter(
    ({ text }) => /^\s*(?:select|update|with|delete)/i.test(text) && named.test(text),
  );
  expect(asked.length).toBeGreaterThan(0);
  const plans = await transact(database, async (trx) => {
    const found: string[] = [];
    for (const { text, values } of asked) {
      const { rows } = await trx.executeQuery<{ "QUERY PLAN": string }>(
        CompiledQuery.raw(`explain (costs off) ${text}`, values),
      );
      found.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return found;
  });
  return plans.join("\n");
}
