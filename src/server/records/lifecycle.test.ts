/** A row changes its state by one guarded update, and each change is recorded once. */
import { sql } from "kysely";
import { describe, expect, expectTypeOf, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineLifecycle, happeningsOf } from "./lifecycle.ts";
import { systemRandom } from "#server/process/random.ts";

const { database } = await testDatabase();
const random = systemRandom();
await sql`create table kettle (borrower_id uuid, id uuid, state text, note text, due_at timestamptz, primary key (borrower_id, id))`.execute(
  database,
);
const kettle = defineLifecycle(
  "test_kettle",
  { FILLED: ["HOT", "EMPTIED"], HOT: ["EMPTIED", "FILLED"], EMPTIED: [] },
  // Its columns are those that a lifecycle needs; the test's table has no generated type.
  { table: "kettle" as "underwriting_case", isBorrowers: true },
);
const at = new Date("2026-05-04T03:00:00Z");
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

async function filled(): Promise<{ id: string; borrowerId: string }> {
  const about = { id: random.uuid(), borrowerId: random.uuid() };
  await transact(database, async (trx) => {
    await sql`insert into kettle (borrower_id, id, state, due_at) values (${about.borrowerId}, ${about.id}, 'FILLED', ${later(10)})`.execute(
      trx,
    );
    await kettle.begin(trx, { ...about, actor: "BORROWER", cause: "THIRST", at });
  });
  return about;
}
const stateOf = async (id: string): Promise<string | undefined> =>
  (await sql<{ state: string }>`select state from kettle where id = ${id}`.execute(database)).rows[0]?.state;
const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> =>
  transact(database, work);

describe("a move", () => {
  it("changes the row and records who, why and from where", async () => {
    const about = await filled();
    const moved = await inTransaction((trx) =>
      kettle.move(trx, {
        ...about,
        from: ["FILLED", "HOT"],
        to: "EMPTIED",
        actor: "STAFF:1",
        cause: "POURED",
        facts: { cups: 2 },
        set: { note: "for two" } as object,
        at: later(1),
      }),
    );
    expect(moved).toBe(true);
    expect((await sql`select state, note from kettle where id = ${about.id}`.execute(database)).rows).toEqual([
      { state: "EMPTIED", note: "for two" },
    ]);
    const first = { subjectId: about.id, borrowerId: about.borrowerId, number: 1, from: null, to: "FILLED" };
    expect(await kettle.events(database, about.id)).toEqual([
      { ...first, actor: "BORROWER", cause: "THIRST", facts: {}, at },
      {
        ...first,
        number: 2,
        from: "FILLED",
        to: "EMPTIED",
        actor: "STAFF:1",
        cause: "POURED",
        facts: { cups: 2 },
        at: later(1),
      },
    ]);
    expect((await kettle.eventsOf(database, about.borrowerId, 1)).map(({ number }) => number)).toEqual([2]);
  });

  it("does nothing where the row stands elsewhere, is another's, or the condition does not hold", async () => {
    const about = await filled();
    const heat = { from: ["FILLED"], to: "HOT", actor: "SYSTEM", cause: "TIMER", at } as const;
    const tries = [
      { ...about, ...heat, borrowerId: random.uuid() },
      { ...about, ...heat, id: random.uuid() },
      { ...about, ...heat, where: sql<boolean>`due_at <= ${at}` },
    ];
    const cool = { ...about, ...heat, from: ["HOT"], to: "FILLED" } as const;
    expect(await inTransaction((trx) => kettle.move(trx, cool))).toBe(false);
    for (const one of tries) expect(await inTransaction((trx) => kettle.move(trx, one))).toBe(false);
    expect(await stateOf(about.id)).toBe("FILLED");
    expect(await kettle.events(database, about.id)).toHaveLength(1);
    const due = { ...about, ...heat, where: sql<boolean>`due_at > ${at}` };
    expect(await inTransaction((trx) => kettle.move(trx, due))).toBe(true);
  });

  it("leaves nothing where its transaction fails", async () => {
    const about = await filled();
    const failing = inTransaction(async (trx) => {
      await kettle.move(trx, { ...about, from: ["FILLED"], to: "HOT", actor: "SYSTEM", cause: "TIMER", at });
      throw new Error("no power");
    });
    await expect(failing).rejects.toThrow("no power");
    expect([await stateOf(about.id), (await kettle.events(database, about.id)).length]).toEqual(["FILLED", 1]);
  });

  it("finds the state that another transaction has just left, and waits for it", async () => {
    const about = await filled();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHot = (): void => {};
    const hot = new Promise<void>((resolve) => (isHot = resolve));
    const heating = inTransaction(async (trx) => {
      await kettle.move(trx, { ...about, from: ["FILLED"], to: "HOT", actor: "SYSTEM", cause: "TIMER", at });
      isHot();
      await held;
    });
    await hot;
    const emptying = inTransaction((trx) =>
      kettle.move(trx, { ...about, from: ["FILLED", "HOT"], to: "EMPTIED", actor: "SYSTEM", cause: "POURED", at }),
    );
    release();
    await heating;
    expect(await emptying).toBe(true);
    expect((await kettle.events(database, about.id)).map(({ from, to }) => [from, to])).toEqual([
      [null, "FILLED"],
      ["FILLED", "HOT"],
      ["HOT", "EMPTIED"],
    ]);
  });

  it("is refused by type and at run time where the transitions do not know it", async () => {
    const about = await filled();
    type To = Parameters<typeof kettle.move<"FILLED" | "HOT">>[1]["to"];
    expectTypeOf<To>().toEqualTypeOf<"EMPTIED">();
    const wrong = { ...about, from: ["EMPTIED"], to: "HOT", actor: "SYSTEM", cause: "X", at } as never;
    await expect(inTransaction((trx) => kettle.move(trx, wrong))).rejects.toThrow(RangeError);
    const nowhere = { ...about, from: [], to: "HOT", actor: "SYSTEM", cause: "X", at } as never;
    await expect(inTransaction((trx) => kettle.move(trx, nowhere))).rejects.toThrow(RangeError);
    const long = { ...about, from: ["FILLED"], to: "HOT", actor: "SYSTEM", cause: "x".repeat(101), at } as const;
    await expect(inTransaction((trx) => kettle.move(trx, long))).rejects.toThrow("long text");
    expect(await stateOf(about.id)).toBe("FILLED");
    await expect(
      inTransaction((trx) => kettle.begin(trx, { ...about, to: "HOT", actor: "SYSTEM", cause: "X", at })),
    ).rejects.toThrow(RangeError);
  });
});

it("is defined by states that all lead somewhere sensible", () => {
  const over = { table: "underwriting_case", isBorrowers: true } as const;
  const define =
    (transitions: Record<string, string[]>, name = "test_other") =>
    () =>
      defineLifecycle(name, transitions, over);
  expect(define({ A: ["B"], B: [], C: [] })).toThrow("nothing leads to C");
  expect(define({ A: ["B"] })).toThrow("B is no state");
  expect(define({ A: ["A"] })).toThrow("A follows itself");
  expect(define({ A: [] }, "Kettle")).toThrow("no name");
  expect(kettle.terminal).toEqual(["EMPTIED"]);
});

it("forgets what it recorded of rows that go, and of no others", async () => {
  const [one, other] = [await filled(), await filled()];
  await inTransaction(async (trx) => {
    await kettle.forget(trx, []);
    await kettle.forget(trx, [one.id]);
  });
  expect([await kettle.events(database, one.id), (await kettle.events(database, other.id)).length]).toEqual([[], 1]);
});

it("draws the staff's timeline from the events that have a code", async () => {
  const about = await filled();
  const move = (to: "HOT" | "FILLED", from: "HOT" | "FILLED", minutes: number) =>
    inTransaction((trx) =>
      kettle.move(trx, { ...about, from: [from], to, actor: "SYSTEM", cause: "TIMER", at: later(minutes) } as never),
    );
  await move("HOT", "FILLED", 1);
  await move("FILLED", "HOT", 2);
  const events = await kettle.events(database, about.id);
  const codes = { FILLED: "FILLED_IT", HOT: "BOILS", "HOT>FILLED": "COOLED" } as const;
  const codesOf = (known: Parameters<typeof happeningsOf<string>>[2]) =>
    happeningsOf("ACCOUNT", events, known).map(({ what, at: happenedAt }) => [what, happenedAt]);
  expect(codesOf(codes)).toEqual([
    ["FILLED_IT", at],
    ["BOILS", later(1)],
    ["COOLED", later(2)],
  ]);
  expect(codesOf({ FILLED: "FILLED_IT", "FILLED:TIMER": null })).toEqual([["FILLED_IT", at]]);
  expect(happeningsOf("ACCOUNT", events.slice(0, 1), codes, ({ number }) => ({ number }))).toEqual([
    { at, kind: "ACCOUNT", what: "FILLED_IT", facts: { number: 1, actor: "BORROWER", cause: "THIRST" } },
  ]);
});
