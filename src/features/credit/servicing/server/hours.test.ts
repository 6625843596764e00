/** Consent to contacts at other hours: the gate opens at them while the consent is in force, and closes with it at once. */
import { expect, it } from "vitest";
import { addDays, instantOf, weekdayOf } from "#shared/dates.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";

const app = await testApp();
const { services, clock } = app;
const { running, bill } = repaying(app);
const page = { Referer: "/webview/servicing" };
const key = () => ({ "Idempotency-Key": services.random.uuid(), ...page });
const path = "/api/repayment/servicing";

/** A loan that is nine days late, at 20:30 on a weekday that is no holiday. */
async function lateInTheEvening() {
  const loan = await running();
  let on = addDays((await bill(loan)).rows[0]!.dueOn, 9);
  while (weekdayOf(on) > 4 || /-(12-25|01-01)$/.test(on)) on = addDays(on, 1);
  const at = (day: typeof on, hour: number) =>
    clock.moveTo(new Date(instantOf(day, "WIB", { hour }).getTime() + 1_800_000));
  at(on, 20);
  await app.settle();
  // Sessions end while time moves.
  const client = () => app.loggedIn(loan.borrowerId);
  const shown = async () =>
    (await (await app.staff(services.random.uuid(), ["collector"])).get(`/api/staff/servicing/${loan.loanId}`)).body;
  const call = async () => (await shown()).lights.find(({ channel }: { channel: string }) => channel === "CALL");
  return { ...loan, client, shown, on, at, call };
}
const agree = async (client: TestClient | Promise<TestClient>, hours: string, headers = key()) =>
  (await client).post(`${path}/hours`, { hours, consent: true }, headers);

it("Evenings that a borrower agrees to open the gate at them alone, until they are withdrawn", async () => {
  const one = await lateInTheEvening();
  expect(await one.call()).toMatchObject({ may: false, reason: "HOURS" });
  const twice = key();
  for (const headers of [twice, twice, key()]) {
    const { status, body } = await agree(one.client(), "EVENING", headers);
    expect([status, body.agreedHours?.hours]).toEqual([200, "EVENING"]);
  }
  expect(await one.call()).toMatchObject({ may: true, reason: null });
  const shown = await one.shown();
  expect(shown.agreedHours).toMatchObject({ hours: "EVENING" });
  expect((await (await one.client()).get(path)).body.agreedHours).toEqual(shown.agreedHours);
  one.at(one.on, 22);
  expect(await one.call()).toMatchObject({ may: false, reason: "HOURS" });
  one.at(addDays(one.on, 1), 6);
  expect(await one.call()).toMatchObject({ may: false, reason: "HOURS" });
  one.at(addDays(one.on, 1), 20);
  expect(await one.call()).toMatchObject({ may: true });
  for (let times = 0; times < 2; times++)
    expect((await (await one.client()).post(`${path}/hours/withdrawal`, {}, page)).body).toMatchObject({
      agreedHours: null,
    });
  expect(await one.call()).toMatchObject({ may: false, reason: "HOURS" });
});

it("A second choice replaces the first, has a receipt in words, and ends where the receipt is withdrawn or its days are over", async () => {
  const one = await lateInTheEvening();
  await agree(one.client(), "EVENING");
  await agree(one.client(), "SUNDAY");
  expect(await one.call()).toMatchObject({ may: false, reason: "HOURS" });
  const receipts = async () =>
    (await (await one.client()).get("/api/privacy/consents")).body.items.filter(
      ({ kind, state }: { kind: string; state: string }) => kind === "CONTACT_HOURS" && state === "STANDING",
    );
  const [receipt, ...others] = await receipts();
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ subject: "SUNDAY", withdrawable: true });
  expect(receipt.subjectText).toMatch(/08[.:]00/);
  let sunday = one.on;
  while (weekdayOf(sunday) !== 7) sunday = addDays(sunday, 1);
  one.at(sunday, 9);
  expect(await one.call()).toMatchObject({ may: true });
  await (
    await one.client()
  ).post(`/api/privacy/consents/${receipt.id}/withdraw`, {}, { Referer: `/webview/privacy/consents/${receipt.id}` });
  expect(await one.call()).toMatchObject({ may: false, reason: "HOURS" });
  await agree(one.client(), "EARLY");
  const [early] = await receipts();
  clock.moveTo(new Date(early.until));
  expect((await (await one.client()).get(path)).body.agreedHours).toBeNull();
});

it("Without a tick nothing is agreed to, and who owes nothing is not asked", async () => {
  const one = await lateInTheEvening();
  const refused = await (await one.client()).post(`${path}/hours`, { hours: "EVENING" }, key());
  expect(refused.body.status.code).toBe("INPUT_INVALID");
  expect((await (await one.client()).get(path)).body.agreedHours).toBeNull();
  const none = await app.loggedIn(services.random.uuid());
  const { status, body } = await agree(none, "EVENING");
  expect([status, body.status.code]).toEqual([409, "NOTHING_OWED"]);
});
