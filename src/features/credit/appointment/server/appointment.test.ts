/**
 * Appointments: booked, offered once on their day, confirmed by an ordinary application, lapsed, cancelled; no loan is
 * made automatically.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { setCreditLimit } from "#features/credit/limit/server/index.ts";
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf, type Zone } from "#shared/dates.ts";
import { testApp, type TestResponse } from "#tests/support/app.ts";
import { applicant, sendApplication, type Applicant } from "#tests/support/person.ts";
import { plansOf } from "#tests/support/plans.ts";
import { repaying } from "#tests/support/repaying.ts";
import { scored } from "#tests/support/scored.ts";
import { appointmentsOf, confirmWith } from "./appointments.ts";
import { mergedAppointment } from "./merging.ts";
import { bookableDays, appointmentRulesOn } from "./rules.ts";
import { accountStates } from "./account-states.ts";
import { dueAppointments, findOpenAppointment } from "./store.ts";
import { timeline } from "./timeline.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, pay } = repaying(app);
const setScore = scored(app);

const hour = 3_600_000;
const today = (): string => dateInWib(clock.now());
const key = () => ({ "Idempotency-Key": randomUUID() });
const codeOf = ({ status, body }: TestResponse) => [status, body.status?.code];
const path = "/api/loan/appointment";

let people = 0;
/** An invented applicant with nothing against approval. */
async function someone(): Promise<Applicant> {
  people += 1;
  const serial = String(people).padStart(4, "0");
  return applicant(app, "approved-1", {
    mobileNumber: `08126670${serial}`,
    nik: `317401570494${String(8000 + people)}`,
    accountNumber: `77900${serial}`,
  });
}
/** The same person in a new session. */
const again = async (of: Applicant): Promise<Applicant> => ({
  ...of,
  client: await app.loggedIn(of.borrowerId, "STEP_UP_BIND"),
});
const wish = (of: Applicant, more: object = {}) => ({
  amountRupiah: 1_000_000,
  tenorDays: 90,
  purpose: "EDUCATION",
  bankAccountId: of.bankAccountId,
  on: addDays(today(), 7),
  ...more,
});
const book = (of: Applicant, more?: object) => of.client.post(path, wish(of, more), key());
const read = async (of: Applicant) => (await (await again(of)).client.get(path)).body;
const kindsTold = async ({ borrowerId }: Applicant): Promise<string[]> => {
  const rows = await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute();
  return rows
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("appointment."))
    .toSorted();
};
async function moveTo(on: string, zone: Zone = "WIB", time = { hour: 8 }): Promise<void> {
  clock.moveTo(instantOf(on, zone, time));
  await app.settle();
}

it("reckons the days that can be booked, and finds a rule for each day", () => {
  const free = { reachDays: 30, mayApplyOn: null };
  expect(bookableDays("2026-11-27", free)).toEqual({ earliestOn: "2026-11-28", latestOn: "2026-12-27" });
  expect(bookableDays("2026-11-27", { ...free, mayApplyOn: "2026-12-20" })?.earliestOn).toBe("2026-12-20");
  const onlyDay = "2026-12-27";
  expect(bookableDays("2026-11-27", { ...free, mayApplyOn: onlyDay })).toEqual({
    earliestOn: onlyDay,
    latestOn: onlyDay,
  });
  expect(bookableDays("2026-11-27", { ...free, mayApplyOn: addDays(onlyDay, 1) })).toBeNull();
  const later = { from: "2027-01-01", source: "test", hour: 9, confirmDays: 5 };
  expect(appointmentRulesOn("2026-12-31", [later, appointmentRulesOn("2026-12-31")]).hour).toBe(8);
  expect(appointmentRulesOn("2027-01-01", [later, appointmentRulesOn("2026-12-31")]).hour).toBe(9);
});

it("is booked once, whatever comes twice or at the same time, and reserves nothing", async () => {
  const of = await someone();
  const before = (await of.client.get("/api/credit/limits")).body;
  expect((await of.client.get(path)).body).toMatchObject({
    open: null,
    last: null,
    reachDays: 30,
    furthestReachDays: 60,
    isLimitFrozen: false,
    days: { earliestOn: addDays(today(), 1), latestOn: addDays(today(), 30) },
  });
  const headers = key();
  const first = await of.client.post(path, wish(of), headers);
  expect(first.status, first.text).toBe(200);
  expect((await of.client.post(path, wish(of), headers)).body).toEqual(first.body);
  const all = await Promise.all(Array.from({ length: 6 }, () => book(of)));
  for (const one of all) expect(codeOf(one)).toEqual([409, "APPOINTMENT_OPEN"]);
  expect(all[0]!.body.status.data).toMatchObject({ appointmentId: first.body.appointmentId, on: wish(of).on });
  expect((await of.client.get(path)).body.open).toEqual(first.body);
  expect(first.body).toMatchObject({ state: "BOOKED", differences: [], costRupiah: first.body.costTodayRupiah });
  expect((await of.client.get("/api/credit/limits")).body).toEqual(before);
  expect((await of.client.get("/api/loan/home")).body.appointment).toEqual(first.body);
  const other = await someone();
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => book(other)));
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await accountStates.rows(of.borrowerId).execute(database);
  expect(await accountStates.lines(services, database, rows)).toMatchObject([{ group: "REQUESTS", isOpen: true }]);
  expect((await timeline[0]!.read(services, of.borrowerId, 5)).map(({ what }) => what)).toEqual(["APPOINTMENT_BOOKED"]);
});

it("refuses what an application would refuse, days out of range, a frozen limit and days before one may apply", async () => {
  const of = await someone();
  const stranger = await someone();
  for (const [more, code] of [
    [{ amountRupiah: 100_000 }, "AMOUNT_BELOW_MINIMUM"],
    [{ amountRupiah: 10_100_000 }, "AMOUNT_ABOVE_MAXIMUM"],
    [{ amountRupiah: 1_000_001 }, "AMOUNT_NOT_MULTIPLE"],
    [{ tenorDays: 17 }, "TENOR_NOT_OFFERED"],
    [{ on: today() }, "DATE_RANGE"],
    [{ on: addDays(today(), -1) }, "DATE_RANGE"],
    [{ on: addDays(today(), 31) }, "DATE_RANGE"],
    [{ bankAccountId: stranger.bankAccountId }, "BANK_ACCOUNT_UNKNOWN"],
  ] as const)
    expect(codeOf(await book(of, more)), JSON.stringify(more)).toEqual([422, code]);
  expect((await book(of, { on: today() })).body.status).toMatchObject({
    fields: [{ path: "on" }],
    data: { earliestOn: addDays(today(), 1), latestOn: addDays(today(), 30) },
  });
  expect(codeOf(await of.client.post(`${path}/cancel`, {}))).toEqual([409, "NO_APPOINTMENT"]);
  await stranger.client.post("/api/credit/pause", { days: 30 }, key());
  expect(codeOf(await book(stranger))).toEqual([409, "LIMIT_FROZEN"]);
  expect((await stranger.client.get(path)).body.isLimitFrozen).toBe(true);
  // Rejected just now: days before the next permitted application cannot be booked.
  expect((await sendApplication(of)).status).toBe(200);
  const reject = async (days: number) => {
    const refused = { state: "REJECTED", endedAt: clock.now(), mayApplyAgainOn: addDays(today(), days) } as const;
    await database.updateTable("loan").set(refused).where("borrowerId", "=", of.borrowerId).execute();
  };
  await reject(20);
  expect(codeOf(await book(of, { on: addDays(today(), 19) }))).toEqual([422, "DATE_RANGE"]);
  await reject(40);
  expect((await of.client.get(path)).body).toMatchObject({ days: null, mayApplyOn: addDays(today(), 40) });
  expect(codeOf(await book(of))).toEqual([409, "TRY_AGAIN_LATER"]);
});

it("reaches sixty days for members, by their level", async () => {
  const loan = await running();
  setScore(loan.borrowerId, 620);
  await pay(loan, await app.loggedIn(loan.borrowerId), "ALL", "all-appointment");
  const client = await app.loggedIn(loan.borrowerId);
  expect((await client.get("/api/membership")).body.level).toBe("SILVER");
  expect((await client.get(path)).body).toMatchObject({ reachDays: 60, days: { latestOn: addDays(today(), 60) } });
});

it("is offered once on its day at eight, in a clock that jumps, and an ordinary application confirms it", async () => {
  const of = await someone();
  const on = wish(of).on;
  await book(of);
  await moveTo(on, "WIB", { hour: 7 });
  expect((await read(of)).open.state).toBe("BOOKED");
  expect(await kindsTold(of)).toEqual([]);
  await moveTo(on);
  expect((await read(of)).open).toMatchObject({ state: "OFFERED", confirmBy: addDays(on, 3), differences: [] });
  // Another process's clock, two days ahead or behind.
  const trueNow = clock.now;
  for (const jump of [48, 0, -48, 48, -48, 0]) {
    clock.now = () => new Date(trueNow().getTime() + jump * hour);
    await app.settle();
  }
  clock.now = trueNow;
  expect(await kindsTold(of)).toEqual(["appointment.today"]);
  expect(await database.selectFrom("loan").select("id").where("borrowerId", "=", of.borrowerId).execute()).toEqual([]);
  const sms = (await app.client().get(`/api/sandbox/messages?to=08126670${String(people).padStart(4, "0")}`)).body;
  expect(sms.items.filter(({ text }: { text: string }) => text.includes("hari janji Anda"))).toHaveLength(1);
  const sent = await sendApplication(await again(of), { amountRupiah: 1_200_000 });
  expect(sent.status, sent.text).toBe(200);
  expect(await read(of)).toMatchObject({ open: null, last: { state: "APPLIED", loanId: sent.body.loanId } });
  await moveTo(addDays(on, 10));
  expect(await kindsTold(of)).toEqual(["appointment.today"]);
});

it("is not confirmed by a repeat loan, which is another wish", async () => {
  const loan = await running();
  const { bankAccountId } = await loan.read();
  const of = { borrowerId: loan.borrowerId, bankAccountId } as Applicant;
  const booked = await book(await again(of));
  expect(booked.status, booked.text).toBe(200);
  await moveTo(wish(of).on, "WIB");
  await transact(database, async (trx) => {
    for (const [replacesLoanId, state] of [
      [loan.loanId, "OFFERED"],
      [null, "APPLIED"],
    ] as const) {
      await trx.updateTable("loan").set({ replacesLoanId }).where("id", "=", loan.loanId).execute();
      await confirmWith(services, trx, loan);
      const row = await trx
        .selectFrom("loan_appointment")
        .select("state")
        .where("borrowerId", "=", loan.borrowerId)
        .executeTakeFirst();
      expect(row).toEqual({ state });
    }
  });
});

it("comes at eight of the zone in which the borrower lives on the day, and a late look gives three days all the same", async () => {
  const of = await someone();
  const { on } = wish(of);
  await book(of);
  const other = await someone();
  await book(other);
  await database.updateTable("profile").set({ zone: "WIT" }).where("borrowerId", "=", other.borrowerId).execute();
  await moveTo(on, "WIT");
  expect([(await read(other)).open.state, (await read(of)).open.state]).toEqual(["OFFERED", "BOOKED"]);
  await moveTo(addDays(on, 2));
  expect((await read(of)).open).toMatchObject({ state: "OFFERED", confirmBy: addDays(on, 5) });
});

it("lapses after three days, with a message, and another day can be booked", async () => {
  const of = await someone();
  const { on } = wish(of);
  await book(of);
  await moveTo(on);
  await moveTo(addDays(on, 3), "WIB", { hour: 23 });
  expect((await read(of)).open.state).toBe("OFFERED");
  await moveTo(addDays(on, 4), "WIB", { hour: 0 });
  expect(await read(of)).toMatchObject({ open: null, last: { state: "LAPSED", on } });
  expect(await kindsTold(of)).toEqual(["appointment.lapsed", "appointment.today"]);
  expect((await book(await again(of))).status).toBe(200);
});

it("is cancelled at any time by its borrower, and never comes to its day then", async () => {
  const of = await someone();
  const { on } = wish(of);
  await book(of);
  const cancelled = await of.client.post(`${path}/cancel`, {});
  expect(cancelled.body).toMatchObject({ open: null, last: { state: "CANCELLED" } });
  expect(codeOf(await of.client.post(`${path}/cancel`, {}, { Referer: "/webview/by-appointment" }))).toEqual([
    409,
    "NO_APPOINTMENT",
  ]);
  await moveTo(on);
  expect(await kindsTold(of)).toEqual([]);
  await book(await again(of));
  await moveTo(addDays(today(), 7));
  expect((await (await again(of)).client.post(`${path}/cancel`, {})).body.last.state).toBe("CANCELLED");
});

it("names what changed since it was booked: price, limit, account, freeze, another loan", async () => {
  const of = await someone();
  await book(of, { amountRupiah: 2_000_000 });
  const set = (change: object) =>
    database.updateTable("loan_appointment").set(change).where("borrowerId", "=", of.borrowerId).execute();
  const changes = async () => (await read(of)).open.differences;
  const { costRupiah } = (await read(of)).open;
  await set({ costRupiah: costRupiah - 1_000 });
  expect(await changes()).toEqual(["PRICE_HIGHER"]);
  await set({ costRupiah: costRupiah + 1_000, bankAccountId: randomUUID() });
  expect(await changes()).toEqual(["PRICE_LOWER", "ACCOUNT_GONE"]);
  await set({ tenorDays: 17 });
  expect(await changes()).toEqual(["NOT_OFFERED", "ACCOUNT_GONE"]);
  await set({ tenorDays: 90, costRupiah, bankAccountId: of.bankAccountId });
  await transact(database, (trx) => setCreditLimit(services, trx, of.borrowerId, 600_000, "STAFF_DECISION"));
  expect(await changes()).toEqual(["ABOVE_LIMIT"]);
  expect((await read(of)).open.limitTodayRupiah).toBe(600_000);
  // An application sent before the day does not change the appointment.
  expect((await sendApplication(await again(of), { amountRupiah: 500_000 })).status).toBe(200);
  expect(await read(of)).toMatchObject({ open: { state: "BOOKED", differences: ["LOAN_OPEN"] } });
  const frozen = await someone();
  await book(frozen);
  await frozen.client.post("/api/credit/pause", { days: 30 }, key());
  expect((await read(frozen)).open.differences).toEqual(["LIMIT_FROZEN"]);
  await moveTo(wish(frozen).on);
  expect(await kindsTold(frozen)).toEqual(["appointment.today"]);
  const { items } = (await (await again(frozen)).client.get("/api/message")).body;
  expect(items[0].excerpt).toContain("belum bisa diterima");
});

it("ends with its account, and with the account that a merge took for good", async () => {
  const of = await someone();
  await book(of);
  const about = { borrowerId: of.borrowerId, closureId: randomUUID() };
  await transact(database, (trx) =>
    services.events.announce(trx, accountClosed, { id: randomUUID(), at: clock.now(), ...about }),
  );
  await app.settle();
  expect((await appointmentsOf(services, database, of.borrowerId)).last).toMatchObject({ state: "CANCELLED" });
  const absorbed = await someone();
  await book(absorbed);
  const merge = { survivorId: of.borrowerId, absorbedId: absorbed.borrowerId, mergeId: randomUUID() };
  expect(await mergedAppointment.preview(services, database, merge)).toMatchObject([
    { survivor: 0, absorbed: 1, after: 0, note: { en: expect.stringContaining("book again") } },
  ]);
  await transact(database, (trx) => mergedAppointment.move(services, trx, merge));
  expect(await findOpenAppointment(database, absorbed.borrowerId)).not.toBeNull();
  await transact(database, (trx) => mergedAppointment.keep!(services, trx, merge, null));
  expect(await findOpenAppointment(database, absorbed.borrowerId)).toBeNull();
});

it("is found by an index among many, by its borrower and by its time", async () => {
  await sql`
    insert into loan_appointment (borrower_id, id, state, amount_rupiah, tenor_days, purpose, bank_account_id, on_day, cost_rupiah,
      booked_at, due_at, ended_at)
    select gen_random_uuid(), gen_random_uuid(), case when n % 10 = 0 then 'BOOKED' else 'CANCELLED' end, 1000000, 90, 'OTHER',
      gen_random_uuid(), '2027-06-01', 0, now(), case when n % 10 = 0 then timestamptz '2027-06-01' end,
      case when n % 10 <> 0 then now() end
    from generate_series(1, 20000) as n`.execute(database);
  await sql`analyze loan_appointment`.execute(database);
  const of = randomUUID();
  const plans = await plansOf(database, "loan_appointment", async () => {
    await dueAppointments(database, clock.now(), 100);
    await findOpenAppointment(database, of);
    await appointmentsOf(services, database, of);
    await accountStates.rows(of).execute(database);
  });
  expect(plans).toContain("loan_appointment_due");
  expect(plans).toContain("loan_appointment_one_open");
  expect(plans).not.toContain("Seq Scan on loan_appointment");
});
