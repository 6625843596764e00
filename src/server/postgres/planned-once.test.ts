import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { plannedOnce } from "./planned-once.ts";

const { database } = await testDatabase({ poolSize: 1, readConnections: 0 });

/** How often this query was planned with its values, and how often by a generic plan. */
const plansOf = async (word: string) => {
  const { rows } = await sql<{ custom: number; open: number }>`
    select custom_plans as custom, generic_plans as open from pg_prepared_statements where statement like ${`%as ${word}%`}
      and statement not like '%pg_prepared_statements%'`.execute(database);
  return rows[0];
};

it("plans a query once for its connection, in a transaction of its own or in the given one, which then plans as before", async () => {
  const own = sql`select count(*) as own from ledger_account where id = ${"A"}`;
  for (let n = 0; n < 3; n++) await plannedOnce(database, (trx) => own.execute(trx));
  expect(await plansOf("own")).toEqual({ custom: 0, open: 3 });

  const given = sql`select count(*) as given from ledger_account where id = ${"A"}`;
  const after = sql`select count(*) as after from ledger_account where id = ${"A"}`;
  await transact(database, async (trx) => {
    await plannedOnce(trx, (same) => given.execute(same));
    await after.execute(trx);
  });
  expect(await plansOf("given")).toEqual({ custom: 0, open: 1 });
  expect(await plansOf("after")).toEqual({ custom: 1, open: 0 });
});

it("gives back what the query answers, and its error", async () => {
  const { rows } = await plannedOnce(database, (trx) => sql<{ one: number }>`select ${1}::int as one`.execute(trx));
  expect(rows).toEqual([{ one: 1 }]);
  await expect(plannedOnce(database, (trx) => sql`select ${1}::int / 0`.execute(trx))).rejects.toThrow(
    "division by zero",
  );
});
