import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { digestSweep } from "./digest.ts";
import { sandboxStaffOf } from "#features/platform/console/server/index.ts";

// Saturday; the tenth working day is Friday 4 December, staff are reminded from Wednesday the 2nd on.
const app = await testApp({ start: "2026-11-21T10:00:00+07:00" });
const { services } = app;
const { act, dayLater, handedIn, mailsTo, support } = complaintsOf(app);
const people = await sandboxStaffOf(services);
const person = (role: string, index = 0) => people.filter(({ roles }) => roles[0] === role)[index]!;
const reminders = async (role: string, index = 0) =>
  (await mailsTo(person(role, index).email)).filter(({ subject }) => subject.includes("perlu dijawab"));
const idOf = async (email: string) =>
  (
    await services.database
      .selectFrom("staff_member")
      .select("id")
      .where("emailIndex", "=", services.keys.blindIndex("email", `staff:${email}`))
      .executeTakeFirstOrThrow()
  ).id;

it("Whoever answers complaints is told once a working day of those that are due: the own ones and those that nobody took.", async () => {
  const [free, taken] = [await handedIn(), await handedIn()];
  await act(support, taken, "assignment", { staffId: await idOf(person("support").email) });
  dayLater(10);
  await app.settle();
  expect(await reminders("support")).toEqual([]);
  dayLater(1);
  await Promise.all(Array.from({ length: 4 }, () => digestSweep.run(services)));
  await app.settle();
  const [mail, ...more] = await reminders("support");
  expect(more).toEqual([]);
  expect(mail?.text).toContain(free.number);
  expect(mail?.text).toContain(taken.number);
  expect(mail?.text).toContain("4 Desember 2026");
  expect((await reminders("support", 1))[0]?.text).not.toContain(taken.number);
  expect(await reminders("auditor")).toEqual([]);
  expect(await reminders("finance")).toEqual([]);
  await act(support, free, "answer", { text: "Sudah." });
  dayLater(1);
  await app.settle();
  expect(await reminders("support")).toHaveLength(2);
  expect(await reminders("support", 1)).toHaveLength(1);
  // No reminder goes out on Saturday or before eight on Monday; then one says that it is late.
  dayLater(2);
  await app.settle();
  expect(await reminders("support")).toHaveLength(2);
  app.clock.advance(2 * 86_400_000 - 3 * 3_600_000);
  await app.settle();
  expect(await reminders("support")).toHaveLength(2);
  app.clock.advance(3_600_000 * 3);
  await app.settle();
  expect((await reminders("support"))[0]?.text).toContain("TERLAMBAT");
});
