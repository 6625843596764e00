/** The events that each domain announces, from a borrower's registration to a paid-off loan. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import type { Occurrence } from "#server/events/domain-events.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { domains } from "../src/api.ts";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { activeLoan, signedLoan } from "#tests/support/loan.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { repaying } from "#tests/support/repaying.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { bank, running, accountAt, key } = repaying(app);
const { enter, givePassword, nextNumber } = loggingIn(app);

/** The events with this name about this borrower, loan or complaint: their ids and data, in the order of their ids. */
async function announced(name: string, about: string): Promise<{ id: string; data: unknown }[]> {
  const rows = await database
    .selectFrom("domain_event")
    .select(["id", "data"])
    .where("name", "=", name)
    .orderBy("id")
    .execute();
  return rows.filter(({ data }) => JSON.stringify(data).includes(about));
}

it("borrower.registered and password.set: a person registers, and sets a password for the first time", async () => {
  const number = nextNumber();
  const client = app.client();
  const borrowerId = (await enter(client, number)).body.userId as string;
  const registered = [{ id: `registered_${borrowerId}`, data: { borrowerId } }];
  expect(await announced("borrower.registered", borrowerId)).toEqual(registered);
  expect(await announced("password.set", borrowerId)).toEqual([]);
  for (const password of ["Garam&Laut7", "Laut&Garam8"]) {
    expect((await givePassword(client, number, password)).status).toBe(200);
    expect(await announced("password.set", borrowerId)).toEqual([
      { id: `password_${borrowerId}`, data: { borrowerId } },
    ]);
  }
  clock.advance(61_000);
  await enter(app.client(), number);
  expect(await announced("borrower.registered", borrowerId)).toEqual(registered);
});

it("identity.verified, profile.saved, profile.completed, loan.submitted and loan.moved: a person applies", async () => {
  await app.settle();
  const person = await applicant(app, "approved-1");
  const { borrowerId } = person;
  expect(await announced("identity.verified", borrowerId)).toEqual([
    { id: `verified_${borrowerId}`, data: { borrowerId } },
  ]);
  expect(await announced("profile.completed", borrowerId)).toEqual([
    { id: `completed_${borrowerId}`, data: { borrowerId } },
  ]);
  const saved = await announced("profile.saved", borrowerId);
  expect(saved).toHaveLength(3);
  expect(saved.map(({ data }) => data)).toContainEqual({ borrowerId, isComplete: true, isIncomeChanged: true });
  expect(saved.every(({ id }) => /^saved_[0-9a-f-]{36}$/.test(id))).toBe(true);
  const sent = await sendApplication(person);
  expect(sent.status, sent.text).toBeLessThan(300);
  const loanId = sent.body.loanId as string;
  expect(await announced("loan.submitted", loanId)).toEqual([
    { id: `submitted_${loanId}`, data: { borrowerId, loanId } },
  ]);
  await app.settle();
  const moves = await announced("loan.moved", loanId);
  const events = await database
    .selectFrom("loan_event")
    .select(["id", "fromState", "toState", "cause"])
    .where("loanId", "=", loanId)
    .where("kind", "=", "STATE")
    .where("fromState", "is not", null)
    .execute();
  expect(events.length).toBeGreaterThan(0);
  expect(moves).toEqual(
    events
      .map((one) => ({
        id: `moved_${one.id}`,
        data: { borrowerId, loanId, from: one.fromState, to: one.toState, cause: one.cause },
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
});

it("loan.activated, payment.booked, instalment.paid and loan.paid_off: a loan is paid out and paid back", async () => {
  const { client, borrowerId, loanId } = await running();
  const about = { borrowerId, loanId };
  const [activated, ...others] = await announced("loan.activated", loanId);
  expect([activated, others]).toEqual([
    { id: `activated_${loanId}`, data: { ...about, transferId: expect.any(String) } },
    [],
  ]);
  const dueOn = [30, 60, 90].map((days) => addDays(dateInWib(clock.now()), days));
  const instalment = (index: number, inTime: boolean) => ({
    id: `instalment_${loanId}_${dueOn[index]}`,
    data: { ...about, dueOn: dueOn[index], inTime },
  });
  const virtualAccountNumber = await accountAt(client);
  const pay = async (amountRupiah: number) => {
    await bank.pay({ virtualAccountNumber, amountRupiah });
    await app.settle();
  };
  await pay(100_000);
  const [booked] = await announced("payment.booked", loanId);
  const { paymentId } = booked!.data as { paymentId: string };
  expect(booked).toEqual({ id: `booked_${paymentId}`, data: { ...about, paymentId, isFromBank: true } });
  expect(await announced("instalment.paid", loanId)).toEqual([]);
  await pay(293_333);
  expect(await announced("instalment.paid", loanId)).toEqual([instalment(0, true)]);
  expect(await announced("loan.paid_off", loanId)).toEqual([]);
  clock.moveTo(instantOf(addDays(dueOn[1]!, 5), "WIB", { hour: 10 }));
  await app.settle();
  await pay(1_000_000);
  expect(await announced("instalment.paid", loanId)).toEqual([
    instalment(0, true),
    instalment(1, false),
    instalment(2, true),
  ]);
  expect(await announced("loan.paid_off", loanId)).toEqual([
    { id: `paid_off_${loanId}`, data: { ...about, onTime: false } },
  ]);
});

it("loan.paid_off says so where each instalment was paid by its date; payment.reversed: the bank takes it back", async () => {
  const { client, borrowerId, loanId } = await running();
  await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_000_000 });
  await app.settle();
  const paidOff = [{ id: `paid_off_${loanId}`, data: { borrowerId, loanId, onTime: true } }];
  expect(await announced("loan.paid_off", loanId)).toEqual(paidOff);
  const { paymentId } = (await announced("payment.booked", loanId))[0]!.data as { paymentId: string };
  const [maker, checker] = await Promise.all(
    ["0190e000-0000-7000-8000-000000000001", "0190e000-0000-7000-8000-000000000002"].map((id) =>
      app.staff(id, ["finance"]),
    ),
  );
  const reason = "As the bank's statement of today shows.";
  const made = await maker!.post(`/api/staff/payments/loan/${loanId}/reversal`, { paymentId, reason }, key());
  expect(made.status, made.text).toBe(200);
  expect(await announced("payment.reversed", loanId)).toEqual([]);
  const checked = await checker!.post(
    `/api/staff/money/proposals/${made.body.proposalId}/check`,
    { approve: true },
    key(),
  );
  expect(checked.status, checked.text).toBe(200);
  expect(await announced("payment.reversed", loanId)).toEqual([
    { id: `reversed_${paymentId}`, data: { borrowerId, loanId, paymentId } },
  ]);
  // A second payoff is not announced to those notified the first time.
  const again = await app.loggedIn(borrowerId);
  await bank.pay({ virtualAccountNumber: await accountAt(again), amountRupiah: 1_000_000 });
  await app.settle();
  expect(await announced("loan.paid_off", loanId)).toEqual(paidOff);
});

it("payout.returned: a payout comes back from the receiving bank", async () => {
  const { borrowerId, loanId } = await activeLoan(app, { accountNumber: "9900000009" });
  clock.advance(600_000);
  await app.pass(60, 30);
  const [returned] = await announced("payout.returned", loanId);
  const { transferId } = returned!.data as { transferId: string };
  expect(returned).toEqual({
    id: `returned_${transferId}_1`,
    data: { borrowerId, transferId, purpose: "LOAN", subjectId: loanId },
  });
});

it("email.verified and delivery.mail_reported: a person proves an address, and another one comes back", async () => {
  const borrowerId = (await enter(app.client(), nextNumber())).body.userId as string;
  const client = await app.loggedIn(borrowerId, "EMAIL");
  for (const email of ["satu.kabar@contoh.id", "dua.kabar@contoh.id"]) {
    const { verificationId } = (await client.post("/api/email", { email })).body;
    await app.settle();
    const [mail] = await services.outside.sandbox!.messages.list({ to: email });
    expect((await client.post("/api/email/verify", { verificationId, code: mail!.code })).status).toBe(200);
    expect(await announced("email.verified", borrowerId)).toEqual([
      { id: `email_${borrowerId}`, data: { borrowerId } },
    ]);
  }
  const { verificationId: messageId } = (await client.post("/api/email", { email: "bounce.kabar@contoh.id" })).body;
  await app.settle();
  expect(await announced("delivery.mail_reported", messageId)).toEqual([
    { id: `${messageId}_BOUNCED`, data: { messageId, outcome: "BOUNCED" } },
  ]);
});

it("complaint.closed: staff close one", async () => {
  const { handedIn, act, support } = complaintsOf(app);
  const complaint = await handedIn();
  const { complaintId } = complaint;
  await act(support, complaint, "assignment");
  expect(await announced("complaint.closed", complaintId)).toEqual([]);
  const closed = await act(support, complaint, "closure", { reason: "Selesai menurut telepon." });
  expect(closed.status, closed.text).toBe(200);
  expect(await announced("complaint.closed", complaintId)).toEqual([
    { id: `closed_${complaintId}`, data: { complaintId, borrowerId: null, cause: "BY_STAFF" } },
  ]);
});

it("What hears loan.activated opens books for the loan that runs, and for no missing, used or foreign one", async () => {
  const subscription = domains
    .flatMap(({ subscribes }) => subscribes ?? [])
    .find((one) => one.key === "repayment-books")!;
  const [loan, waiting] = [await activeLoan(app), await signedLoan(app)];
  const books = async () =>
    Number(
      (
        await database
          .selectFrom("repayment_account")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const before = await books();
  const hear = (borrowerId: string, loanId: string) =>
    transact(database, (trx) =>
      subscription.run(services, trx, { id: "x", at: clock.now(), borrowerId, loanId, transferId: "t" } as Occurrence),
    );
  expect(await hear(loan.borrowerId, services.random.uuid())).toEqual({ leftToStaff: "LOAN_NOT_RUNNING" });
  expect(await hear(waiting.borrowerId, loan.loanId)).toEqual({ leftToStaff: "LOAN_NOT_RUNNING" });
  expect(await hear(waiting.borrowerId, waiting.loanId)).toEqual({ leftToStaff: "LOAN_NOT_RUNNING" });
  expect(await hear(loan.borrowerId, loan.loanId)).toBe("DONE");
  expect(await books()).toBe(before);
});
