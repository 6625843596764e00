/** The reads of one request: each is executed once, and again after a write. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { ReadScope, readingIn } from "./read-scope.ts";

const { database } = await testDatabase();
/** A new number each time, so that a repeated query is recognised. */
await sql`create sequence asked; create function ask() returns bigint language sql volatile as 'select nextval(''asked'')'`.execute(
  database,
);
const ask = async (name: string): Promise<{ name: string; number: number }> =>
  (await sql<{ name: string; number: number }>`select ${name}::text as name, ask() as number`.execute(database))
    .rows[0]!;
const inScope = <Result>(work: () => Promise<Result>): Promise<Result> => readingIn(new ReadScope(), work);

it("The same statement with the same values is asked once, side by side and one after the other.", async () => {
  await inScope(async () => {
    const [one, other] = await Promise.all([ask("a"), ask("a")]);
    expect(other).toEqual(one);
    expect(await ask("a")).toEqual(one);
    expect((await ask("b")).number).not.toBe(one.number);
  });
});

it("Whoever changes a row changes nobody else's.", async () => {
  await inScope(async () => {
    const [one, other] = [await ask("a"), await ask("a")];
    other.name = "changed";
    expect(one.name).toBe("a");
    expect((await ask("a")).name).toBe("a");
  });
});

it("After a write, by itself or in a transaction, everything is read anew; so is it in another request and outside of any.", async () => {
  await inScope(async () => {
    const first = await ask("a");
    await sql`create table if not exists written ()`.execute(database);
    const second = await ask("a");
    expect(second.number).not.toBe(first.number);
    await transact(database, async () => {});
    expect((await ask("a")).number).not.toBe(second.number);
  });
  const [one, other] = [await inScope(() => ask("a")), await inScope(() => ask("a"))];
  expect(one.number).not.toBe(other.number);
  expect((await ask("a")).number).not.toBe((await ask("a")).number);
});

it("A transaction reads what it has written, also where its request has read before.", async () => {
  await inScope(async () => {
    const first = await ask("a");
    await transact(database, async (trx) => {
      const { rows } = await sql<{ number: number }>`select ${"a"}::text as name, ask() as number`.execute(trx);
      expect(rows[0]!.number).not.toBe(first.number);
    });
  });
});
