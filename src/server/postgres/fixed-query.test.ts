/** Queries that are built once. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { fixedQuery } from "./fixed-query.ts";

const { database } = await testDatabase();

it("is built once and takes the values of each call", async () => {
  let built = 0;
  const sum = fixedQuery((reader, { one, other }: { one: number; other: number }) => {
    built++;
    return reader.selectNoFrom(sql<number>`${one}::int + ${other}::int + 100`.as("sum"));
  });
  const responses = await Promise.all([1, 2, 3].map((one) => sum.executeTakeFirst(database, { one, other: 10 * one })));
  expect(responses).toEqual([{ sum: 111 }, { sum: 122 }, { sum: 133 }]);
  // Each call of a test also builds the query again, to compare it.
  expect(built).toBe(1 + 3);
  const named = fixedQuery((reader, { key }: { key: string }) =>
    reader.selectFrom("ledger_balance").select("accountId").where("accountId", "=", key),
  );
  expect(await named.executeTakeFirst(database, { key: "none" })).toBeUndefined();
});

it("must not depend on a value: in its text, in a condition or in a list", async () => {
  const inText = fixedQuery((reader, { order }: { order: string }) =>
    reader
      .selectFrom("ledger_balance")
      .select("accountId")
      .orderBy(sql.raw(`${order}`)),
  );
  expect(() => inText.compile(database, { order: "account_id" })).toThrow("must not depend on the value of order");
  const inCondition = fixedQuery((reader, { most }: { most: number | null }) => {
    const query = reader.selectFrom("ledger_balance").select("accountId");
    return most === null ? query : query.limit(most);
  });
  expect(() => inCondition.compile(database, { most: null })).toThrow("depends on its values");
  const inList = fixedQuery((reader, { ids }: { ids: string[] }) =>
    reader.selectFrom("ledger_balance").select("accountId").where("accountId", "in", ids),
  );
  expect(() => inList.compile(database, { ids: ["a", "b"] })).toThrow("depends on its values");
});
