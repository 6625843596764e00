/**
 * Rules of every lifecycle: each state can be reached, no transition leaves a terminal state, and one of several
 * concurrent transitions of a row wins. Rows are put into bare copies of the tables: their other required columns are
 * tested in their domains.
 */
import { sql } from "kysely";
import * as v from "valibot";
import { expect, it } from "vitest";
import { openDatabase, transact } from "#server/database.server.ts";
import { defineLifecycle, type AnyLifecycle, lifecycles } from "#server/records/lifecycle.ts";
import { systemRandom } from "#server/process/random.ts";
import { defineChangeRequest, changeRequests } from "#features/account/change-request/server/index.ts";
import { domains } from "../src/api.ts";
import { productSources } from "#tests/support/house-sources.ts";
import { testDatabase } from "#tests/support/database.ts";
import { whenOver } from "#tests/support/when-over.ts";
import { askOf } from "#server/questions.ts";
import { consoleWords } from "#server/console/console-words.ts";

const { database: whole, connection } = await testDatabase();
const random = systemRandom();
const at = new Date("2026-05-04T03:00:00Z");

const sampleRequest = defineChangeRequest("TEST_SAMPLE", {
  text: { id: "Uji", en: "Test", zh: "测试" },
  steps: [
    { state: "OLD_PROVEN", path: "/a", provesOwnNumber: true },
    { state: "NEW_PROVEN", path: "/b" },
  ],
  submitPath: "/c",
  resultPath: "/d",
  facts: v.object({}),
  promisedHours: 72,
});
/** The test also covers a lifecycle defined here, so that it is not empty whatever domains register. */
const sample = defineLifecycle(
  "test_sample",
  { OPEN: ["TAKEN", "GONE"], TAKEN: ["OPEN", "DONE"], DONE: [], GONE: [] },
  { table: "underwriting_case", isBorrowers: true },
);
const ask = askOf(domains);
const machines: readonly AnyLifecycle[] = [
  sample,
  sampleRequest.lifecycle,
  ...ask(lifecycles).flat(),
  ...ask(changeRequests)
    .flat()
    .map(({ lifecycle }) => lifecycle),
];

/** Lifecycles without an end: a bank may reverse its result again and again, and a loan may become late again. */
const neverOver = new Set(["balance_refund", "returned_payout", "servicing_case"]);

const { rows: tables } = await sql<{
  name: string;
}>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'lifecycle_event'`.execute(
  whole,
);
await sql`create schema bare`.execute(whole);
for (const { name } of tables)
  await sql`create table ${sql.table(`bare.${name}`)} as table ${sql.table(`public.${name}`)} with no data`.execute(
    whole,
  );
await sql`alter database ${sql.id(new URL(connection).pathname.slice(1))} set search_path = bare, public`.execute(
  whole,
);
const database = openDatabase({ connection, log: () => {} });
whenOver(() => database.destroy());

async function rowIn({ table, idColumn, stateColumn, isBorrowers }: AnyLifecycle, state: string) {
  const [id, borrowerId] = [random.uuid(), random.uuid()];
  const columns = [idColumn, stateColumn, ...(isBorrowers ? ["borrowerId"] : [])];
  const values = [id, state, ...(isBorrowers ? [borrowerId] : [])];
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values (${sql.join(values)})`.execute(
    database,
  );
  return isBorrowers ? { id, borrowerId } : { id };
}
const stateOf = async ({ table, idColumn, stateColumn }: AnyLifecycle, id: string) =>
  (
    await sql<{
      state: string;
    }>`select ${sql.ref(stateColumn)} as state from ${sql.table(table)} where ${sql.ref(idColumn)} = ${id}`.execute(
      database,
    )
  ).rows[0]!.state;
const move = (machine: AnyLifecycle, about: { id: string }, from: string, to: string): Promise<boolean> =>
  transact(database, (trx) =>
    machine.move(trx, { ...about, from: [from], to, actor: "SYSTEM", cause: "TEST", at } as never),
  );

it("each lifecycle of the sources is handed in by its domain, under a name of its own", () => {
  const defined = productSources.flatMap(({ path, code }) =>
    /^src\/(?:features|server)\//.test(path) && !path.endsWith(".test.ts")
      ? [
          ...[...code.matchAll(/defineLifecycle\(\s*"([a-z_]+)"/g)].map(([, name]) => name!),
          ...[...code.matchAll(/defineRecord\(\s*"([a-z_]+)", \{(?:(?!defineRecord)[^])*?\n {2}states: \{/g)].map(
            ([, table]) => table!,
          ),
          ...[...code.matchAll(/defineChangeRequest(?:<[^>]*>)?\(\s*"([A-Z_]+)"/g)].map(
            ([, kind]) => `change_request_${kind!.toLowerCase()}`,
          ),
        ]
      : [],
  );
  const names = machines.map(({ name }) => name);
  expect(names.slice(2).toSorted()).toEqual(defined.toSorted());
  expect(new Set(names).size).toBe(names.length);
});

it.each(machines.map((machine) => [machine.name, machine] as const))(
  "%s: every state is reached by moves, and only by those that it names",
  async (_name, machine) => {
    const states = Object.keys(machine.transitions);
    const reached = new Set(machine.initial);
    for (const from of states)
      for (const to of states) {
        const about = await rowIn(machine, from);
        if (machine.transitions[from]!.includes(to)) {
          expect(await move(machine, about, from, to), `${from} to ${to}`).toBe(true);
          expect(await stateOf(machine, about.id)).toBe(to);
          reached.add(to);
        } else {
          await expect(move(machine, about, from, to), `${from} to ${to}`).rejects.toThrow(RangeError);
          expect(await stateOf(machine, about.id)).toBe(from);
        }
      }
    expect([...reached].toSorted()).toEqual(states.toSorted());
    if (!neverOver.has(machine.name)) expect(machine.terminal).not.toEqual([]);
    for (const state of machine.terminal) expect(machine.transitions[state]).toEqual([]);
  },
);

it.each(machines.map((machine) => [machine.name, machine] as const))(
  "%s: of many who move a row at once, one wins",
  async (_name, machine) => {
    for (const [from, followers] of Object.entries(machine.transitions)) {
      if (followers.length === 0) continue;
      const about = await rowIn(machine, from);
      const tries = Array.from({ length: 20 }, (_, index) => followers[index % followers.length]!);
      const won = await Promise.all(tries.map((to) => move(machine, about, from, to)));
      expect(won.filter(Boolean), from).toHaveLength(1);
      expect(await stateOf(machine, about.id)).toBe(tries[won.indexOf(true)]);
    }
  },
);

it("The console's timeline has a word for each cause of a change that it shows.", () => {
  const words = new Set(ask(consoleWords).flatMap(({ codes = {} }) => Object.keys(codes)));
  const ofDomain = (path: string) => path.split("/").slice(0, 4).join("/");
  const servers = productSources.filter(({ path }) => /^src\/features\/[^/]+\/[^/]+\/server\//.test(path));
  const shown = new Set(
    servers.flatMap(({ path, code }) =>
      /\b(?:happeningsOf|defineChangeRequest)\(/.test(code) ? [ofDomain(path)] : [],
    ),
  );
  expect(shown.size).toBeGreaterThan(12);
  const missing = servers
    .filter(({ path }) => shown.has(ofDomain(path)))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/\bcause: "([A-Z_]+)"/g)].flatMap(([, cause]) =>
        words.has(cause as string) ? [] : [`${path}: ${cause}`],
      ),
    );
  expect(missing).toEqual([]);
});
