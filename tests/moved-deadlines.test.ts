/**
 * Our deadlines that need a code which we refuse to send: each moves to the time when the code can be sent again, by a
 * day in total, and an ended one does not begin again, even before the sweep has run. The deadlines are those that
 * handle refused codes. // Threat I2, spec account 14.2
 */
import { expect, it } from "vitest";
import { codeRefusals } from "#features/account/verification/server/refused-codes.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { MobilePurpose } from "#shared/purposes.ts";
import { testApp } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { losingNumber } from "#tests/support/losing-number.ts";
import { signing } from "#tests/support/signing.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, random } = services;
const change = await changingNumber(app);
const lost = await losingNumber(app, change);
const { signer } = signing(app);
const hour = 3_600_000;

interface Waiting {
  borrowerId: string | null;
  sessionId: string;
  purpose: MobilePurpose;
  /** When it ends without an extension. */
  deadline: () => Promise<Date>;
}

const waiting: Record<string, () => Promise<Waiting>> = {
  "a change of the number": async () => {
    const { borrowerId, requestId } = await change.upTo("old");
    const deadline = async () =>
      (await database.selectFrom("change_request").select("expiresAt").where("id", "=", requestId).executeTakeFirst())!
        .expiresAt!;
    return { borrowerId, sessionId: random.uuid(), purpose: "NEW_NUMBER", deadline };
  },
  "a lost number": async () => {
    const { requestId } = (await lost.start(lost.visitor(), { mobileNumber: change.nextNumber(), ...lost.person() }))
      .body;
    const { sessionId } = await lost.rowOf(requestId);
    const deadline = async () => (await lost.rowOf(requestId)).expiresAt!;
    return { borrowerId: null, sessionId, purpose: "RECOVER_NUMBER", deadline };
  },
  "a signature": async () => {
    const { borrowerId, loan } = await signer();
    const deadline = async () => (await findLoan(database, borrowerId, loan.id))!.signDeadline!;
    return { borrowerId, sessionId: random.uuid(), purpose: "STEP_UP_SIGN", deadline };
  },
};

/** A code was refused that can be sent again at this time. */
const refuse = ({ borrowerId, sessionId, purpose }: Waiting, notBefore: Date) =>
  transact(database, async (trx) => {
    for (const hear of services.ask(codeRefusals))
      await hear(services, trx, { borrowerId, sessionId, purpose, notBefore });
  });
const after = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);

it("All that hear of refused codes are tried.", () => {
  expect(services.ask(codeRefusals)).toHaveLength(Object.keys(waiting).length);
});

it.each(Object.keys(waiting))("%s ends later for a code that we refuse, by a day in all", async (name) => {
  const one = await waiting[name]!();
  const first = await one.deadline();
  clock.moveTo(after(first, -60_000));
  await refuse({ ...one, purpose: "EMAIL" }, after(first, hour));
  expect(await one.deadline()).toEqual(first);
  await refuse(one, after(first, hour));
  expect(await one.deadline()).toEqual(after(first, hour));
  // A code that can be sent sooner does not shorten a deadline.
  await refuse(one, after(first, -30_000));
  expect(await one.deadline()).toEqual(after(first, hour));
  await refuse(one, after(first, 40 * hour));
  expect(await one.deadline()).toEqual(after(first, 24 * hour));
});

it.each(Object.keys(waiting))("%s that is over does not begin again, before the sweep has come", async (name) => {
  const one = await waiting[name]!();
  const first = await one.deadline();
  clock.moveTo(first);
  await refuse(one, after(first, 3 * hour));
  expect(await one.deadline()).toEqual(first);
});
