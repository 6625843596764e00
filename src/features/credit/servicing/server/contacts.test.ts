/** Contacts by people: the number through the gate, outcomes, the borrower's objection, promises by staff, and the plan by two people. */
import { expect, it } from "vitest";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { addDays, dateInWib, instantOf, weekdayOf } from "#shared/dates.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";

const app = await testApp();
const { services, clock } = app;
const { running, bank, bill } = repaying(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const minute = 60_000;

/** A loan that is so many days late, at 10 in the morning of a weekday that is no holiday. */
async function late(days: number) {
  const loan = await running();
  const due = (await bill(loan)).rows[0]!.dueOn;
  let at = addDays(due, days);
  while (weekdayOf(at) > 4 || /-(12-25|01-01)$/.test(at)) at = addDays(at, 1);
  clock.moveTo(instantOf(at, "WIB", { hour: 10 }));
  await app.settle();
  const page = `/staff/servicing/${loan.loanId}`;
  const path = `/api/staff/servicing/${loan.loanId}`;
  const staff = async (role: StaffRole) => app.staff(services.random.uuid(), [role]);
  const collector = await staff("collector");
  return {
    ...loan,
    path,
    collector,
    staff,
    today: at,
    client: () => app.loggedIn(loan.borrowerId),
    seen: async (who: TestClient = collector) => (await who.get(path)).body,
    post: (tail: string, body: object, who: TestClient = collector) =>
      who.post(`${path}${tail}`, body, { ...key(), Referer: page }),
    start: (who: TestClient = collector) =>
      who.post(`${path}/contact`, { channel: "CALL" }, { ...key(), Referer: page }),
  };
}
const codeOf = ({
  status,
  body,
}: {
  status: number;
  body: { status?: { code: string; data?: { reason?: string } } };
}) => [status, body.status?.code, body.status?.data?.reason].filter((part) => part !== undefined);

it("A collector takes the next late loan, sees the number for ten minutes, and notes the outcome; nobody else sees it.", async () => {
  const one = await late(9);
  const list = (await one.collector.get("/api/staff/servicing?bucket=8_30")).body;
  expect(list.items.find(({ loanId }: { loanId: string }) => loanId === one.loanId)).toMatchObject({
    light: { channel: "CALL", may: true },
    lastContactAt: null,
  });
  const next = await one.collector.post("/api/staff/servicing/next", {}, { Referer: "/staff/servicing" });
  expect(next.body.loanId).toBe(one.loanId);
  const other = await one.staff("collector");
  expect(codeOf(await one.start(other))).toEqual([409, "SERVICING_CLAIMED"]);
  expect(codeOf(await one.start(await one.staff("support")))).toEqual([403, "NOT_ALLOWED"]);
  const started = await one.start();
  expect(started.status, started.text).toBe(200);
  const { contactId } = started.body;
  expect((await one.seen()).running).toMatchObject({ contactId, mobileNumber: one.mobileNumber });
  expect((await one.seen(other)).running).toBeNull();
  expect(codeOf(await one.start())).toEqual([409, "CONTACT_OPEN"]);
  clock.advance(11 * minute);
  expect((await one.seen()).running).toMatchObject({ contactId, mobileNumber: null });
  const ended = await one.post(`/contact/${contactId}/end`, { outcome: "REACHED", note: "Bayar lusa." });
  expect(ended.body).toMatchObject({ outcome: "REACHED", note: "Bayar lusa." });
  expect(codeOf(await one.post(`/contact/${contactId}/end`, { outcome: "REACHED" }))).toEqual([409, "CONTACT_ENDED"]);
  expect(codeOf(await one.post(`/contact/${contactId}/end`, { outcome: "REACHED" }, other))).toEqual([
    404,
    "CONTACT_UNKNOWN",
  ]);
  // Reached once a day.
  expect(codeOf(await one.start())).toEqual([409, "CONTACT_CLOSED", "LIMIT_DAY"]);
  const mine = await one.client();
  const { items } = (await mine.get("/api/repayment/servicing/contacts")).body;
  expect(items).toMatchObject([{ contactId, outcome: "REACHED", objectedAt: null }]);
});

it("A payment of all that is due refuses a call, hides a number that is shown, and ends the work.", async () => {
  const one = await late(9);
  expect((await one.start()).status).toBe(200);
  const { dueTodayRupiah } = await bill(one);
  await bank.pay({ virtualAccountNumber: await accountAt(await one.client()), amountRupiah: dueTodayRupiah });
  await app.settle();
  const seen = await one.seen();
  expect(seen).toMatchObject({ isOpen: false, dueTodayRupiah: 0, running: { mobileNumber: null } });
  await one.post(`/contact/${seen.running.contactId}/end`, { outcome: "NO_ANSWER" });
  expect(codeOf(await one.start())).toEqual([409, "CONTACT_CLOSED", "PAID_UP"]);
});

it("A death that was reported closes the gate until the borrower objects; hardship lets collection rest.", async () => {
  const one = await late(9);
  const first = await one.start();
  await one.post(`/contact/${first.body.contactId}/end`, { outcome: "DEATH" });
  expect((await one.seen()).lights[1]).toMatchObject({ may: false, reason: "DEATH", opensAt: null });
  const mine = await one.client();
  const object = `/api/repayment/servicing/contacts/${first.body.contactId}/object`;
  expect((await mine.post(object, {}, { Referer: "/webview/servicing" })).body.objectedAt).not.toBeNull();
  await mine.post(object, {}, { Referer: "/webview/servicing" });
  const stranger = await app.loggedIn((await running()).borrowerId);
  expect(codeOf(await stranger.post(object, {}))).toEqual([404, "CONTACT_UNKNOWN"]);
  await app.settle();
  const admin = await one.staff("admin");
  const { items } = (await admin.get("/api/staff/exceptions")).body;
  expect(JSON.stringify(items)).toMatch(/Keberatan atas kontak/);
  // Sessions end while days pass.
  clock.moveTo(instantOf(addDays(dateInWib(clock.now()), 1), "WIB", { hour: 10 }));
  await app.settle();
  const collector = await one.staff("collector");
  const second = await one.start(collector);
  expect(second.status, second.text).toBe(200);
  await one.post(`/contact/${second.body.contactId}/end`, { outcome: "HARDSHIP" }, collector);
  expect((await one.seen(collector)).lights[1]).toMatchObject({ may: false, reason: "HELP_ASKED" });
});

it("A promise of a week is noted by the collector alone, a longer one takes another person.", async () => {
  const one = await late(9);
  const { range, maxOn } = await one.seen();
  expect(maxOn).toBe(addDays(one.today, 14));
  expect(codeOf(await one.post("/promise", { amountRupiah: range.minRupiah, on: addDays(one.today, 15) }))).toEqual([
    422,
    "PROMISE_RANGE",
  ]);
  const long = await one.post("/promise", { amountRupiah: range.minRupiah, on: addDays(one.today, 10) });
  expect(long.status, long.text).toBe(200);
  const { proposalId } = long.body;
  expect(await one.seen()).toMatchObject({ proposalId, promise: null });
  const finance = await one.staff("finance");
  expect((await finance.post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key())).status).toBe(200);
  expect((await one.seen()).promise).toMatchObject({ state: "OPEN", byStaff: true, on: addDays(one.today, 10) });
  expect(codeOf(await one.start())).toEqual([409, "CONTACT_CLOSED", "PROMISE"]);
  const two = await late(9);
  const short = await two.post("/promise", {
    amountRupiah: (await two.seen()).range.minRupiah,
    on: addDays(two.today, 3),
  });
  expect(short.body).toMatchObject({ promise: { state: "OPEN", byStaff: true }, proposalId: null });
});

it("The plan is changed by two people for later due dates, in the same order and within the limits of the gate.", async () => {
  const finance = await app.staff(services.random.uuid(), ["finance"]);
  const reason = "Surat kedua lebih awal sesuai rapat.";
  const validFrom = addDays(dateInWib(clock.now()), 30);
  const change = (body: object) =>
    finance.post(
      "/api/staff/servicing/plans",
      { validFrom, reason, ...body },
      { ...key(), Referer: "/staff/servicing/plans" },
    );
  expect(codeOf(await change({ step: "NOTHING", day: 25 }))).toEqual([422, "STEP_UNKNOWN"]);
  expect(codeOf(await change({ step: "LETTER_2", day: 25, validFrom: "2026-01-02" }))).toEqual([422, "PLAN_DATE"]);
  expect(codeOf(await change({ step: "LETTER_2", day: 2 }))).toEqual([422, "PLAN_ORDER"]);
  expect(codeOf(await change({ step: "LETTER_1", day: 5 }))).toEqual([422, "PLAN_ORDER"]);
  const made = await change({ step: "LETTER_2", day: 25 });
  expect(made.status, made.text).toBe(200);
  const { proposalId } = made.body;
  const admin = await app.staff(services.random.uuid(), ["admin"]);
  expect((await admin.post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key())).status).toBe(200);
  const { items } = (await admin.get("/api/staff/servicing/plans")).body;
  expect(items.map(({ validFrom: from }: { validFrom: string }) => from)).toEqual([validFrom, "2026-01-01"]);
  const dayOf = (plan: { steps: { step: string; day: number }[] }) =>
    plan.steps.find(({ step }) => step === "LETTER_2")?.day;
  expect(items.map(dayOf)).toEqual([25, 30]);
});

it("An act on a loan that there is none says so.", async () => {
  const id = services.random.uuid();
  const admin = await app.staff(services.random.uuid(), ["admin", "finance", "collector"]);
  const reason = "Sesuai catatan rapat hari ini.";
  const on = addDays(dateInWib(clock.now()), 2);
  for (const [tail, body] of Object.entries({
    contact: { channel: "CALL" },
    promise: { amountRupiah: 100_000, on },
    "lender-told": {},
    "write-off": { reason },
    claim: {},
    release: {},
  })) {
    const headers = { ...key(), Referer: `/staff/servicing/${id}` };
    const refused = await admin.post(`/api/staff/servicing/${id}/${tail}`, body, headers);
    expect(codeOf(refused), tail).toEqual([404, "LOAN_UNKNOWN"]);
  }
});

it("Staff note no promise before anything is due, beside another one, or while a proposal waits.", async () => {
  const loan = await running();
  const collector = await app.staff(services.random.uuid(), ["collector"]);
  const headers = () => ({ ...key(), Referer: `/staff/servicing/${loan.loanId}` });
  const early = { amountRupiah: 100_000, on: addDays(dateInWib(clock.now()), 2) };
  expect(codeOf(await collector.post(`/api/staff/servicing/${loan.loanId}/promise`, early, headers()))).toEqual([
    409,
    "NOTHING_DUE",
  ]);
  const one = await late(9);
  const amountRupiah = (await one.seen()).range.minRupiah as number;
  const long = { amountRupiah, on: addDays(one.today, 10) };
  expect((await one.post("/promise", long)).status).toBe(200);
  expect(codeOf(await one.post("/promise", long))).toEqual([409, "PROPOSAL_OPEN"]);
  const two = await late(9);
  const short = { amountRupiah: (await two.seen()).range.minRupiah as number, on: addDays(two.today, 3) };
  expect((await two.post("/promise", short)).status).toBe(200);
  expect(codeOf(await two.post("/promise", short))).toEqual([409, "PROMISE_OPEN"]);
});

it("A loan is one collector's work, and none's once it is paid up.", async () => {
  const one = await late(9);
  const other = await one.staff("collector");
  expect((await one.post("/claim", {})).status).toBe(200);
  expect(codeOf(await one.post("/claim", {}, other))).toEqual([409, "SERVICING_CLAIMED"]);
  const { dueTodayRupiah } = await bill(one);
  await bank.pay({ virtualAccountNumber: await accountAt(await one.client()), amountRupiah: dueTodayRupiah });
  await app.settle();
  expect(codeOf(await one.post("/claim", {}, other))).toEqual([409, "SERVICING_OVER"]);
});

it("One change of the plan waits at a time.", async () => {
  const finance = await app.staff(services.random.uuid(), ["finance"]);
  const body = {
    step: "LETTER_2",
    day: 26,
    validFrom: addDays(dateInWib(clock.now()), 60),
    reason: "Surat kedua lebih awal sesuai rapat.",
  };
  const change = () =>
    finance.post("/api/staff/servicing/plans", body, { ...key(), Referer: "/staff/servicing/plans" });
  expect((await change()).status).toBe(200);
  expect(codeOf(await change())).toEqual([409, "PROPOSAL_OPEN"]);
});
