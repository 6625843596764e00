import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { defineLifecycle, lifecycles } from "#server/records/lifecycle.ts";
import { testApp } from "#tests/support/app.ts";
import { personalData } from "./personal-data.ts";

const states = { OPEN: ["CLOSED"], CLOSED: [] } as const;
/** One lifecycle of rows that are kept with the books, and one of rows that are erased. */
const ofLoans = defineLifecycle("kept_life", states, { table: "loan", isBorrowers: true });
const ofLookups = defineLifecycle("passing_life", states, { table: "lookup", isBorrowers: true });
const app = await testApp({ domains: [{ answersTo: [lifecycles.by([ofLoans, ofLookups])] }] });
const { services, clock } = app;
const { database, random } = services;

async function lived(): Promise<string> {
  const borrowerId = random.uuid();
  const begun = { actor: "STAFF:0190aaaa-0000-7000-8000-000000000001", cause: "ASKED", at: clock.now() } as const;
  await transact(database, async (trx) => {
    await ofLoans.begin(trx, { ...begun, id: random.uuid(), borrowerId });
    await ofLookups.begin(trx, { ...begun, id: random.uuid(), borrowerId });
    // Change requests create the lifecycles of their kinds, so no domain declares them.
    await sql`insert into lifecycle_event (machine, subject_id, number, borrower_id, to_state, actor, cause, facts, happened_at)
      values ('change_request_other', ${random.uuid()}, 1, ${borrowerId}, 'STARTED', 'BORROWER', 'ASKED', '{}', now())`.execute(
      trx,
    );
  });
  return borrowerId;
}
const machines = async (borrowerId: string) =>
  (await database.selectFrom("lifecycle_event").select("machine").where("borrowerId", "=", borrowerId).execute()).map(
    ({ machine }) => machine,
  );
async function erased(borrowerId: string, loans: boolean): Promise<number> {
  let all = 0;
  for (let count = -1; count !== 0; all += count)
    count = await transact(database, (trx) => personalData.erase(services, trx, borrowerId, { loans }));
  return all;
}

it("A history stays as long as the rows that it tells of, and is told without who of the staff it was.", async () => {
  const [after, without, other] = [await lived(), await lived(), await lived()];
  const copy = await personalData.export(services, database, after);
  const told = copy.find(({ name }) => name === "lifecycle_event")!.rows;
  expect(told).toHaveLength(3);
  expect(told).toContainEqual(expect.objectContaining({ machine: "kept_life", toState: "OPEN", cause: "ASKED" }));
  expect(JSON.stringify(told)).not.toContain("STAFF");
  expect([await erased(after, true), await machines(after)]).toEqual([2, ["kept_life"]]);
  // When the retention rule of the books ends.
  expect([await erased(after, false), await machines(after)]).toEqual([1, []]);
  expect([await erased(without, false), await machines(without)]).toEqual([3, []]);
  expect(await machines(other)).toHaveLength(3);
});
