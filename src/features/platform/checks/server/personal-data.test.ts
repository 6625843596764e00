import { sql } from "kysely";
import { expect, it } from "vitest";
import * as v from "valibot";
import { transact } from "#server/database.server.ts";
import { defineProposal, proposals } from "#server/four-eyes/proposal-kind.ts";
import { decideProposal, propose } from "#server/four-eyes/proposals.ts";
import type { RetainedItem } from "#server/personal-data/index.ts";
import { testApp } from "#tests/support/app.ts";
import { personalData } from "./personal-data.ts";

const text = { id: "Tuang", en: "Pour", zh: "倒水" };
const pour = defineProposal<object, { owner: string }>({
  kind: "kettle.pour",
  text,
  payload: v.object({}),
  secret: v.object({ owner: v.string() }),
  permissions: { read: "money.read", propose: "money.propose", check: "money.check" },
  subject: () => "a kettle",
  consequences: () => ({ ifConfirmed: text, ifRefused: text }),
  show: async () => ({ lines: [] }),
  carryOut: async () => {},
});
const app = await testApp({ domains: [{ answersTo: [proposals.by([pour])] }] });
const { services, clock } = app;
const { database, random, keys } = services;
const person = (end: number) => ({
  id: "s",
  staffId: `0190f000-0000-7000-8000-0000000000${end}`,
  name: "Ratna",
  roles: ["finance" as const],
  deviceToken: `device-${end}`,
  createdAt: clock.realNow(),
});

/** One that two people decided, and one from an older table, sealed there with the installation's key. */
async function decidedAbout(borrowerId: string): Promise<void> {
  await transact(database, async (trx) => {
    const proposalId = await propose(services, trx, pour, person(11), {
      subjectId: random.uuid(),
      borrowerId,
      payload: {},
      secret: { owner: "Siti" },
      reason: "It has boiled.",
    });
    await decideProposal(services, trx, person(12), { proposalId, approve: true, reason: "Seen it." });
    const id = random.uuid();
    const secret = keys.seal(JSON.stringify({ owner: "Budi" }), {
      table: "money_proposal",
      column: "payeeSealed",
      row: id,
    });
    const why = keys.seal("An older word.", { table: "money_proposal", column: "reasonSealed", row: id });
    await sql`insert into proposal (id, kind, subject_id, borrower_id, secret_sealed, secret_key, reason_sealed, reason_key, state, maker_id, made_at, checker_id, ended_at, sealed_in)
      values (${id}, 'kettle.pour', 'old', ${borrowerId}, ${secret}, 'INSTALLATION', ${why}, 'INSTALLATION', 'REFUSED', 'a', now(), 'b', now(), 'money_proposal')`.execute(
      trx,
    );
    // As written by the previous version; the sweep has not run.
    await sql`insert into proposal (id, kind, subject_id, borrower_id, reason, state, maker_id, made_at)
      values (${random.uuid()}, 'kettle.pour', ${random.uuid()}, ${borrowerId}, 'A clear word.', 'OPEN', 'a', now())`.execute(
      trx,
    );
  });
}
const rowsOf = (borrowerId: string) =>
  database.selectFrom("proposal").selectAll().where("borrowerId", "=", borrowerId).orderBy("madeAt").execute();
const erase = (borrowerId: string, loans: boolean) =>
  transact(database, (trx) => personalData.erase(services, trx, borrowerId, { loans }));

it("A borrower is told that there was a decision, not by whom nor why; a rule keeps both.", async () => {
  const borrowerId = random.uuid();
  await decidedAbout(borrowerId);
  const [section] = await personalData.export(services, database, borrowerId);
  expect(section!.rows).toHaveLength(3);
  expect(section!.rows).toContainEqual(expect.objectContaining({ kind: "kettle.pour", state: "CONFIRMED" }));
  expect(JSON.stringify(section)).not.toMatch(/boiled|Seen it|word|Siti|Budi|0190f000/);

  const kept: RetainedItem[] = [];
  const retaining = { hadLoan: true, has: async () => false, seal: async (item: RetainedItem) => void kept.push(item) };
  await personalData.retain(services, borrowerId, { ...retaining, hadLoan: false });
  expect(kept).toEqual([]);
  await personalData.retain(services, borrowerId, retaining);
  expect(new Set(kept.map(({ rule }) => rule))).toEqual(new Set(["STAFF_REASON"]));
  const values = kept.map(({ value }) => value);
  expect(values).toContainEqual(
    expect.objectContaining({ reason: "It has boiled.", checkReason: "Seen it.", secret: { owner: "Siti" } }),
  );
  expect(values).toContainEqual(expect.objectContaining({ reason: "An older word.", secret: { owner: "Budi" } }));
});

it("What two people decided stays with the books without its secret, and goes where there was no loan.", async () => {
  const [after, without, other] = [random.uuid(), random.uuid(), random.uuid()];
  for (const borrowerId of [after, without, other]) await decidedAbout(borrowerId);
  expect(await erase(after, true)).toBe(3);
  expect(await erase(after, true)).toBe(0);
  const remaining = await rowsOf(after);
  expect(remaining).toHaveLength(3);
  for (const row of remaining) expect(row).toMatchObject({ secretSealed: null, secretKey: null, reason: null });
  expect(await erase(without, false)).toBe(3);
  expect(await rowsOf(without)).toEqual([]);
  expect((await rowsOf(other)).filter(({ secretSealed }) => secretSealed !== null)).toHaveLength(2);
});
