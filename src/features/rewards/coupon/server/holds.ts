/** A live coupon's whole promise is held in the budget that gave it: `coupon_<id>`. */
import type { Transaction } from "#server/database.server.ts";
import { account, hold, post, voidHold } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { CouponRow } from "./store.ts";

/** A coupon that was restored after it was used up gets a new hold. */
const holdId = ({ id, revivals }: Pick<CouponRow, "id" | "revivals">): string =>
  revivals === 0 ? `coupon_${id}` : `coupon_${id}_${revivals}`;

type Promised = Pick<CouponRow, "id" | "budgetOwner" | "maxRupiah" | "revivals">;

/** Holds the promised amount. @throws LedgerRefusal INSUFFICIENT */
export async function holdPromise(services: Services, trx: Transaction, coupon: Promised): Promise<void> {
  const now = services.clock.now();
  await hold(trx, now, {
    id: holdId(coupon),
    kind: "COUPON_REDEEMED",
    debit: account("REWARD_BUDGET", coupon.budgetOwner),
    credit: account("DISCOUNT_COST"),
    amount: coupon.maxRupiah,
    reference: `coupon_${coupon.id}`,
    valueDate: dateInWib(now),
  });
}

/** Releases the promise: it is redeemed, or ends. @throws LedgerRefusal where the ledger refuses the posting */
export async function freePromise(
  services: Services,
  trx: Transaction,
  coupon: Pick<CouponRow, "id" | "revivals">,
): Promise<void> {
  const now = services.clock.now();
  await voidHold(trx, now, holdId(coupon), dateInWib(now));
}

/** An unused coupon returns to its stock. @throws LedgerRefusal where the ledger refuses the posting */
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
