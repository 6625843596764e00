/** A live coupon's whole promise is held in the budget that gave it: `coupon_<id>`. */
import type { Transaction } from "#server/database.server.ts";
import { account, hold, post, voidHold } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { CouponRow } from "./store.ts";

const holdId = (couponId: string, times: number): string =>
  times === 0 ? `coupon_${couponId}` : `coupon_${couponId}_${times}`;

type Promised = Pick<CouponRow, "id" | "budgetOwner" | "maxRupiah">;

/** Sets the promise aside; `times` counts how often the coupon had come back to life. @throws LedgerRefusal INSUFFICIENT */
export async function holdPromise(services: Services, trx: Transaction, coupon: Promised, times = 0): Promise<void> {
  const now = services.clock.now();
  await hold(trx, now, {
    id: holdId(coupon.id, times),
    kind: "COUPON_REDEEMED",
    debit: account("REWARD_BUDGET", coupon.budgetOwner),
    credit: account("DISCOUNT_COST"),
    amount: coupon.maxRupiah,
    reference: `coupon_${coupon.id}`,
    valueDate: dateInWib(now),
  });
}

/** Lets the promise go: it is burnt, or ends. */
export async function freePromise(services: Services, trx: Transaction, couponId: string, times = 0): Promise<void> {
  const now = services.clock.now();
  await voidHold(trx, now, holdId(couponId, times), dateInWib(now));
}

/** An unused coupon goes back into the stock that it came from. */
export async function backToStock(
  services: Services,
  trx: Transaction,
  { id, stockOwner }: Pick<CouponRow, "id" | "stockOwner">,
): Promise<void> {
  const now = services.clock.now();
  await post(trx, now, [
    {
      id: `coupon_back_${id}`,
      kind: "COUPON_TAKEN_BACK",
      debit: account("COUPON_GIVEN", stockOwner),
      credit: account("COUPON_STOCK", stockOwner),
      amount: 1,
      reference: `coupon_${id}`,
      valueDate: dateInWib(now),
    },
  ]);
}
