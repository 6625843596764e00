/** Whose a number is and was, and for whom it is reserved. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import {
  claimNumber,
  numberOf,
  ownerOfNumber,
  releaseNumber,
  reservationOf,
  reserveFormer,
  wasAnotherAccounts,
} from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const day = 86_400_000;
let last = 0;
const number = () => `0812${String(70_000_000 + ++last)}`;
/** Claims a number; the previous one is reserved for this many days. */
const claim = (borrowerId: string, mobileNumber: string, reservedDays = 0) =>
  transact(database, async (trx) => {
    const former = await numberOf(services, trx, borrowerId);
    if (!(await claimNumber(services, trx, borrowerId, mobileNumber))) return false;
    const until = new Date(clock.now().getTime() + reservedDays * day);
    if (former !== null && reservedDays > 0)
      await reserveFormer(services, trx, borrowerId, former, { until, contestEventId: random.uuid() });
    return true;
  });
const withNumber = async () => {
  const about = { borrowerId: random.uuid(), mobileNumber: number() };
  expect(await claim(about.borrowerId, about.mobileNumber)).toBe(true);
  return about;
};

describe("a number that was replaced", () => {
  it("is nobody else's while it is reserved, may go back to its account, and is free afterwards", async () => {
    const { borrowerId, mobileNumber } = await withNumber();
    const next = number();
    expect(await claim(borrowerId, next, 14)).toBe(true);
    expect(await ownerOfNumber(services, database, mobileNumber)).toBeNull();
    expect(await reservationOf(services, database, mobileNumber)).toMatchObject({
      borrowerId,
      replacedAt: clock.now(),
    });
    const other = random.uuid();
    expect(await claim(other, mobileNumber)).toBe(false);
    expect(await ownerOfNumber(services, database, mobileNumber)).toBeNull();
    expect(await claim(borrowerId, mobileNumber, 14)).toBe(true);
    expect(await numberOf(services, database, borrowerId)).toBe(mobileNumber);
    clock.advance(14 * day);
    expect(await claim(other, next)).toBe(true);
  });

  it("is reserved although the clock goes on between giving it up and reserving it, and one given up before stays free", async () => {
    const { borrowerId, mobileNumber } = await withNumber();
    const next = number();
    // A number that was given up and claimed again: its own row, without a reservation.
    await claim(borrowerId, next);
    clock.advance(day);
    await claim(borrowerId, mobileNumber);
    clock.advance(day);
    const until = new Date(clock.now().getTime() + 14 * day);
    const contestEventId = random.uuid();
    await transact(database, async (trx) => {
      await claimNumber(services, trx, borrowerId, next);
      clock.advance(7);
      await reserveFormer(services, trx, borrowerId, mobileNumber, { until, contestEventId });
    });
    expect(await reservationOf(services, database, mobileNumber)).toMatchObject({ borrowerId, contestEventId });
    const rows = await database
      .selectFrom("verified_number_past")
      .select("reservedUntil")
      .where("borrowerId", "=", borrowerId)
      .where("reservedUntil", "is not", null)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it("was another account's for 180 days, and never its own", async () => {
    const { borrowerId, mobileNumber } = await withNumber();
    await transact(database, (trx) => releaseNumber(services, trx, borrowerId));
    expect(await reservationOf(services, database, mobileNumber)).toBeNull();
    const asked = (by: string) => wasAnotherAccounts(services, database, mobileNumber, by);
    expect([await asked(borrowerId), await asked(random.uuid())]).toEqual([false, true]);
    clock.advance(180 * day);
    expect(await asked(random.uuid())).toBe(false);
  });

  it("goes to nobody who registers it in the instant in which it is given up", async () => {
    for (let round = 0; round < 10; round++) {
      const { borrowerId, mobileNumber } = await withNumber();
      const strangers = Array.from({ length: 4 }, () => random.uuid());
      await Promise.all([claim(borrowerId, number(), 14), ...strangers.map((one) => claim(one, mobileNumber))]);
      expect(await ownerOfNumber(services, database, mobileNumber)).toBeNull();
    }
  });
});

it("a number goes to one of forty accounts that claim it at once", async () => {
  const mobileNumber = number();
  const accounts = await Promise.all(Array.from({ length: 40 }, async () => (await withNumber()).borrowerId));
  const won = await Promise.all(accounts.map((one) => claim(one, mobileNumber, 14)));
  expect(won.filter(Boolean)).toHaveLength(1);
  const owners = await Promise.all(accounts.map((one) => numberOf(services, database, one)));
  expect(owners.filter((own) => own === mobileNumber)).toHaveLength(1);
  expect(await ownerOfNumber(services, database, mobileNumber)).toBe(accounts[won.indexOf(true)]);
});
