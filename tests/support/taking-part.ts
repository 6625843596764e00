/** Many borrowers at once, for races: each seeded in one transaction, without the steps of a person who comes by screens. */
import { expect } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { auditAll, openHolds } from "#server/ledger/index.ts";
import { atATime } from "./at-a-time.ts";
import type { TestApp, TestResponse } from "./app.ts";
import type { Taker } from "./campaigns.ts";

let seeded = 0;

/** Borrowers without an identity, each with a session. */
export function crowd(app: TestApp, count: number): Promise<Taker[]> {
  return atATime(
    20,
    Array.from({ length: count }, () => async () => {
      const mobileNumber = `0816${String(10_000_000 + ++seeded)}`;
      const borrowerId = await transact(app.services.database, (trx) =>
        seedBorrower(app.services, trx, { mobileNumber }),
      );
      return { borrowerId, client: await app.loggedIn(borrowerId) };
    }),
  );
}

/** How often each outcome came: `{ "200": 1, "409 DONE_ALREADY": 39 }`. */
export function outcomes(answers: readonly TestResponse[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = status === 200 ? "200" : `${status} ${body?.status?.code}`;
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
}

/** Sends the same `count` times at once. */
export const atOnce = (count: number, send: (index: number) => Promise<TestResponse>): Promise<TestResponse[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));

/** The audit finds nothing, and what is held in the ledger is what the wing's rows say: each live coupon and each withdrawal under way. */
export async function rewardsAreClean({ services }: Pick<TestApp, "services">): Promise<void> {
  const { database, clock } = services;
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
  const open = await openHolds(database, new Date(clock.now().getTime() + 1), 10_000);
  const held = (kind: string) => open.flatMap((one) => (one.kind === kind ? [one.id] : [])).toSorted();
  const coupons = await database
    .selectFrom("coupon")
    .select(["id", "revivals"])
    .where("state", "in", ["OBTAINED", "RESERVED"])
    .execute();
  expect(held("COUPON_REDEEMED")).toEqual(
    coupons.map(({ id, revivals }) => `coupon_${id}${revivals ? `_${revivals}` : ""}`).toSorted(),
  );
  const withdrawals = await database
    .selectFrom("wallet_withdrawal")
    .select("id")
    .where("state", "=", "PENDING")
    .execute();
  expect(held("WALLET_WITHDRAWAL")).toEqual(withdrawals.map(({ id }) => `withdrawal_${id}`).toSorted());
}
