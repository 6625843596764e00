/** Invitations to questionnaires after the events of loans and complaints. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { transact } from "#server/database.server.ts";
import { loanMoved } from "#features/credit/loan/server/events.ts";
import { complaintClosed } from "./events.ts";

const app = await testApp();
const { services, clock } = app;
const invitedAfter = async (borrowerId: string) =>
  (
    await services.database
      .selectFrom("questionnaire_invitation")
      .select("eventType")
      .where("borrowerId", "=", borrowerId)
      .orderBy("invitedAt")
      .execute()
  ).map((row) => row.eventType);

it("asks after a payout, and after the payoff when fourteen days have gone by", async () => {
  const { borrowerId, loanId } = await activeLoan(app);
  await app.settle();
  expect(await invitedAfter(borrowerId)).toEqual(["AFTER_PAYOUT"]);
  const paidOff = (id: string) =>
    transact(services.database, (trx) =>
      services.events.announce(trx, loanMoved, {
        id,
        at: clock.now(),
        borrowerId,
        loanId,
        from: "ACTIVE",
        to: "PAID_OFF",
        cause: "PAID",
      }),
    );
  await paidOff("too_soon");
  await app.settle();
  expect(await invitedAfter(borrowerId)).toEqual(["AFTER_PAYOUT"]);
  clock.advance(14 * 86_400_000);
  await paidOff("later");
  await paidOff("later");
  await app.settle();
  expect(await invitedAfter(borrowerId)).toEqual(["AFTER_PAYOUT", "AFTER_PAYOFF"]);
});

it("asks after a rejection", async () => {
  const person = await applicant(app, "refused-age");
  await sendApplication(person);
  await app.settle();
  expect(await invitedAfter(person.borrowerId)).toEqual(["AFTER_REJECTION"]);
});

it("asks a borrower after a complaint, and no visitor", async () => {
  const borrowerId = services.random.uuid();
  const closed = (complaintId: string, whose: string | null) =>
    transact(services.database, (trx) =>
      services.events.announce(trx, complaintClosed, {
        id: `closed_${complaintId}`,
        at: clock.now(),
        complaintId,
        borrowerId: whose,
        cause: "ACCEPTED",
      }),
    );
  const count = async () =>
    (await services.database.selectFrom("questionnaire_invitation").select("borrowerId").execute()).length;
  await app.settle();
  const before = await count();
  await closed("of-a-visitor", null);
  await app.settle();
  expect(await count()).toBe(before);
  await closed("of-a-borrower", borrowerId);
  await app.settle();
  expect(await invitedAfter(borrowerId)).toEqual(["AFTER_COMPLAINT"]);
});
