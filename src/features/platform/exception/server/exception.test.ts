/**
 * Exceptions over HTTP: the staff who see them, their texts, and the possible actions. A payout without a loan causes
 * some.
 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { loanActivated } from "#features/credit/disbursement/server/index.ts";
import { staffRoles, type StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { activeLoan } from "#tests/support/loan.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const path = "/api/staff/exceptions";
const english = { "Accept-Language": "en" };
const key = () => ({ "Idempotency-Key": random.uuid() });
const staffIdOf = (role: StaffRole) => `0190eeee-0000-7000-8000-00000000000${staffRoles.indexOf(role)}`;
const as = (role: StaffRole): Promise<TestClient> => app.staff(staffIdOf(role), [role]);
const finance = await as("finance");
const reason = "Dibukukan dengan tangan oleh keuangan.";

/** A payout of an unknown loan: its books cannot be opened, and its coupon cannot be redeemed. */
async function remainingOf(): Promise<{ borrowerId: string; loanId: string; ids: string[] }> {
  const [borrowerId, loanId] = [random.uuid(), random.uuid()];
  const occurrence = { id: `activated_${loanId}`, at: clock.now(), borrowerId, loanId, transferId: random.uuid() };
  await transact(database, (trx) => services.events.announce(trx, loanActivated, occurrence));
  const { items } = (await finance.get(`${path}?limit=100`, english)).body;
  const mine = items.filter((one: { loanId: string }) => one.loanId === loanId);
  return { borrowerId, loanId, ids: mine.map(({ exceptionId }: { exceptionId: string }) => exceptionId) };
}
const shown = async (exceptionId: string, client = finance) =>
  (await client.get(`${path}/${exceptionId}`, english)).body;
const trailOf = async (call: string) =>
  (await (await as("auditor")).get("/api/staff/audit?limit=100", english)).body.items.filter(
    ({ action }: { action: string }) => action === call,
  );

it("tell what was to be done and why it was not, in the words of whoever left it, with whom it is about", async () => {
  const { borrowerId, loanId, ids } = await remainingOf();
  expect(ids).toHaveLength(2);
  const { items } = (await finance.get(path, english)).body;
  expect(items.map(({ text, causeText }: Record<string, string>) => [text, causeText])).toEqual(
    expect.arrayContaining([
      ["Opening the books of a loan", "There is no such loan, or it is not running."],
      ["Using the coupon of a loan paid out", "There is no such loan."],
    ]),
  );
  const books = items.find(({ cause }: { cause: string }) => cause === "LOAN_NOT_RUNNING");
  expect(await shown(books.exceptionId)).toEqual({
    ...books,
    state: "OPEN",
    borrowerId,
    loanId,
    event: "loan.activated",
    eventId: `activated_${loanId}`,
    happenedAt: clock.now().toISOString(),
    subscriber: "repayment-books",
    report: null,
    mayRetry: true,
    waiting: null,
    closedBy: null,
    reason: null,
    steps: [
      {
        state: "OPEN",
        causeText: "There is no such loan, or it is not running.",
        actor: "SYSTEM",
        at: clock.now().toISOString(),
      },
    ],
  });
  const [unknown] = [await finance.get(`${path}/${random.uuid()}`)];
  expect([unknown.status, unknown.body.status.code]).toEqual([404, "EXCEPTION_UNKNOWN"]);
});

it("are one's business by one's role: some see them, finance and admin deal with them", async () => {
  const { ids } = await remainingOf();
  const answers: Record<string, number[]> = {};
  for (const role of staffRoles) {
    const client = await as(role);
    answers[role] = [
      (await client.get(path)).status,
      (await client.get(`${path}/${ids[0]}`)).status,
      (await client.post(`${path}/${random.uuid()}/retry`, {}, key())).status,
      (await client.post(`${path}/${random.uuid()}/closure`, { reason }, key())).status,
    ];
  }
  expect(answers).toEqual({
    support: [200, 200, 403, 403],
    underwriter: [403, 403, 403, 403],
    content: [403, 403, 403, 403],
    finance: [200, 200, 404, 404],
    auditor: [200, 200, 403, 403],
    admin: [200, 200, 404, 404],
    collector: [403, 403, 403, 403],
  });
});

it("are tried again once however often the button is pressed, and open again where that did not help", async () => {
  const { borrowerId, ids } = await remainingOf();
  const [exceptionId] = ids as [string];
  const once = key();
  const pressed = await Promise.all([
    finance.post(`${path}/${exceptionId}/retry`, {}, once),
    finance.post(`${path}/${exceptionId}/retry`, {}, once),
  ]);
  expect(pressed.map(({ status, body }) => [status, body.state])).toEqual([
    [200, "RETRYING"],
    [200, "RETRYING"],
  ]);
  const second = await (await as("admin")).post(`${path}/${exceptionId}/retry`, {}, key());
  const state = (await shown(exceptionId)).state;
  // The job may be faster than a second person.
  expect([second.status, second.body.status?.code ?? "OK"]).toEqual(
    second.status === 409 ? [409, "EXCEPTION_NOT_OPEN"] : [200, "OK"],
  );
  expect(["OPEN", "RETRYING"]).toContain(state);
  await app.settle();
  const after = await shown(exceptionId);
  expect(after.state).toBe("OPEN");
  expect(after.times).toBeGreaterThan(1);
  expect(after.steps.map((step: { causeText: string }) => step.causeText).slice(0, 3)).toEqual([
    after.causeText,
    "Tried again",
    after.causeText,
  ]);
  expect(after.steps[1].actor).toBe(`STAFF:${staffIdOf("finance")}`);
  // A repeated request gets the first one's answer, and has its own entry in the audit trail.
  expect(await trailOf("POST /api/staff/exceptions/{exceptionId}/retry")).toContainEqual(
    expect.objectContaining({
      text: "Retried an exception",
      outcome: "DONE",
      borrowerId,
      facts: expect.objectContaining({ exceptionId, subscriber: after.subscriber }),
    }),
  );
});

it("are done by trying again once what was missing is there: the books of the loan are opened", async () => {
  const loan = await activeLoan(app);
  await app.settle();
  // As if the payout had come before its loan was active.
  const account = await database
    .deleteFrom("repayment_account")
    .where("loanId", "=", loan.loanId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const event = await database
    .selectFrom("domain_event")
    .select("id")
    .where("name", "=", "loan.activated")
    .where("id", "like", `%${loan.loanId}%`)
    .executeTakeFirstOrThrow();
  const exceptionId = random.uuid();
  await database
    .insertInto("domain_event_exception")
    .values({
      id: exceptionId,
      name: "loan.activated",
      eventId: event.id,
      subscriber: "repayment-books",
      state: "OPEN",
      cause: "LOAN_NOT_RUNNING",
      borrowerId: loan.borrowerId,
      loanId: loan.loanId,
      leftAt: clock.now(),
    })
    .execute();
  expect((await finance.post(`${path}/${exceptionId}/retry`, {}, key())).status).toBe(200);
  await app.settle();
  expect(await shown(exceptionId)).toMatchObject({ state: "CLOSED", closedBy: null, times: 1 });
  const opened = await database
    .selectFrom("repayment_account")
    .select(["bookedOn"])
    .where("loanId", "=", loan.loanId)
    .execute();
  expect(opened).toEqual([{ bookedOn: account.bookedOn }]);
});

it("are closed with a reason, which stands with them and sealed in the trail, and is asked for", async () => {
  const { ids } = await remainingOf();
  const [exceptionId] = ids as [string];
  const short = await finance.post(`${path}/${exceptionId}/closure`, { reason: "Selesai." }, key());
  expect([short.status, short.text]).toEqual([422, expect.stringContaining("REASON_SHORT")]);
  const once = key();
  for (let press = 0; press < 2; press++)
    expect((await finance.post(`${path}/${exceptionId}/closure`, { reason }, once)).body.state).toBe("CLOSED");
  const late = await finance.post(`${path}/${exceptionId}/retry`, {}, key());
  expect([late.status, late.body.status.code]).toEqual([409, "EXCEPTION_NOT_OPEN"]);
  const other = await finance.post(`${path}/${exceptionId}/closure`, { reason }, key());
  expect([other.status, other.body.status.code]).toEqual([409, "EXCEPTION_NOT_OPEN"]);
  expect(await shown(exceptionId)).toMatchObject({
    state: "CLOSED",
    closedBy: staffIdOf("finance"),
    reason,
    steps: [
      { state: "OPEN" },
      { state: "CLOSED", causeText: "Closed by staff", actor: `STAFF:${staffIdOf("finance")}` },
    ],
  });
  const row = await database
    .selectFrom("domain_event_exception")
    .selectAll()
    .where("id", "=", exceptionId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain("keuangan");
  const closed = (await finance.get(`${path}?state=CLOSED`)).body.items;
  expect(closed[0].exceptionId).toBe(exceptionId);
  const trail = await trailOf("POST /api/staff/exceptions/{exceptionId}/closure");
  expect(trail).toContainEqual(expect.objectContaining({ outcome: "DONE", reason }));
});

it("of a subscriber that is in the product no more are told by their codes, and can only be closed", async () => {
  const { ids } = await remainingOf();
  const [exceptionId] = ids as [string];
  await database
    .updateTable("domain_event_exception")
    .set({ subscriber: "of-another-release", cause: "SOMETHING" })
    .where("id", "=", exceptionId)
    .execute();
  expect(await shown(exceptionId)).toMatchObject({
    text: "of-another-release",
    causeText: "SOMETHING",
    mayRetry: false,
  });
  const retried = await finance.post(`${path}/${exceptionId}/retry`, {}, key());
  expect([retried.status, retried.body.status.code]).toEqual([409, "EXCEPTION_ORPHANED"]);
  expect((await finance.post(`${path}/${exceptionId}/closure`, { reason }, key())).status).toBe(200);
});

it("come page by page, open ones the oldest first, and are counted among the lists of work", async () => {
  for (let count = 0; count < 3; count++) {
    clock.advance(60_000);
    await remainingOf();
  }
  const all = (await finance.get(`${path}?limit=100`)).body.items;
  const seen: unknown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body }: { body: { items: unknown[]; nextCursor: string | null } } = await finance.get(
      `${path}?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.items);
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(all);
  expect(all.map(({ leftAt }: { leftAt: string }) => leftAt)).toEqual(
    all.map(({ leftAt }: { leftAt: string }) => leftAt).toSorted(),
  );
  const { lists } = (await finance.get("/api/staff/home", english)).body;
  expect(lists.find((list: { key: string }) => list.key === "EXCEPTIONS")).toMatchObject({
    count: all.length,
    oldestAt: all[0].leftAt,
    text: "Exceptions to deal with",
    to: "/staff/exceptions",
  });
});

it("say whom they are about above their page", async () => {
  const loan = await activeLoan(app);
  const { ids } = await remainingOf();
  await database
    .updateTable("domain_event_exception")
    .set({ borrowerId: loan.borrowerId })
    .where("id", "=", ids[0]!)
    .execute();
  const head = async (id: string) => (await finance.get(`/api/staff/borrower-head/exceptions/${id}`)).body.head;
  expect((await head(ids[0]!)).borrowerId).toBe(loan.borrowerId);
  // The head is empty where the exception has no borrower, such as a payout without a known loan.
  expect(await head(ids[1]!)).toBeNull();
});
