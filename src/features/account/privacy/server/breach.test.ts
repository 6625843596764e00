import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { affectedByStaff, beginBreach, breachSweep } from "./breach.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;

let people = 0;
async function someone(): Promise<{ borrowerId: string; mobileNumber: string }> {
  const mobileNumber = `08${String(1_550_000_000 + ++people * 1_000_007)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  return { borrowerId, mobileNumber };
}
const sentMessages = async (to: string) =>
  (await services.outside.sandbox!.messages.list({ to })).map(({ text }) => text);

it("A drill: a login of the staff was stolen; whose pages it opened are found by the trail and told once, what and when.", async () => {
  const [opened, also, never] = [await someone(), await someone(), await someone()];
  const staffId = services.random.uuid();
  const from = clock.now();
  clock.advance(1_000);
  const thief = await app.staff(staffId, ["support"]);
  for (const { borrowerId } of [opened, also, opened])
    expect((await thief.get(`/api/staff/borrowers/${borrowerId}`)).status).toBe(200);
  clock.advance(300_000);
  const until = clock.now();
  clock.advance(1_000);
  expect((await thief.get(`/api/staff/borrowers/${never.borrowerId}`)).status).toBe(200);
  const borrowerIds = await affectedByStaff(database, { staffId, from, until });
  expect(borrowerIds.toSorted()).toEqual([opened.borrowerId, also.borrowerId].toSorted());

  const noted = { foundAt: clock.now(), from, until, data: ["NAME", "NIK"], borrowerIds } as const;
  const id = await transact(database, (trx) => beginBreach(services, trx, noted));
  await Promise.all([services.sweeps.runAllDue(services), services.sweeps.runAllDue(services)]);
  await app.settle();
  for (const { mobileNumber } of [opened, also])
    expect((await sentMessages(mobileNumber)).filter((text) => text?.includes("mungkin bocor"))).toHaveLength(1);
  expect(await sentMessages(never.mobileNumber)).toEqual([]);
  const owner = await app.loggedIn(opened.borrowerId);
  const [message] = (await owner.get("/api/message")).body.items;
  expect((await owner.get(`/api/message/${message.id}`)).text).toContain("nama, NIK");
  const row = await database.selectFrom("data_breach").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.toldAt).not.toBeNull();
  expect(row.dueAt.getTime() - row.foundAt.getTime()).toBe(72 * 3_600_000);
  expect(await breachSweep.run(services)).toBe(0);
});
