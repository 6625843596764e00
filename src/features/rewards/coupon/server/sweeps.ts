/** Timed work of coupons: expiry, a notice three days before, and deletion of old rows. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { loansToPay } from "#features/credit/repayment/server/index.ts";
import { stateOfLoan } from "#features/credit/repayment/server/index.ts";
import { endUnused } from "./giving.ts";
import { couponLifecycle } from "./lifecycle.ts";
import { notifyCouponEnds } from "./notices.ts";
import { deleteCoupons, dueCoupons, endingCoupons, findCoupon, forgettableCoupons, type CouponRow } from "./store.ts";

const atOnce = 100;
const dayMilliseconds = 86_400_000;
const toldDaysBefore = 3;
/** Questions about an unused coupon come within months; used ones are kept as long as their loan. */
const keepDays = 365;

export const couponExpirySweep: Sweep = {
  name: "coupon-expiry",
  everySeconds: 60,
  waits: {
    text: { id: "Kupon yang berakhir", en: "Coupons that end", zh: "到期的优惠券" },
    rows: [{ table: "coupon", at: "expiresAt", where: sql<boolean>`state = 'OBTAINED'` }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const end = (due: CouponRow) =>
      transact(database, (trx) =>
        endUnused(services, trx, due, { to: "EXPIRED", cause: "VALIDITY_ENDED", actor: "SYSTEM" }),
      );
    return eachDue(await dueCoupons(database, clock.now(), atOnce), end, {
      log,
      failure: "a coupon did not end",
      idOf: ({ id }) => id,
    });
  },
};

export const couponEndingSweep: Sweep = {
  name: "coupon-ending",
  everySeconds: 3_600,
  async run(services) {
    const { database, clock, log } = services;
    const to = new Date(clock.now().getTime() + toldDaysBefore * dayMilliseconds);
    const from = new Date(to.getTime() - dayMilliseconds);
    let notified = 0;
    for (let after: string | null = null; ;) {
      const page: CouponRow[] = await endingCoupons(database, { from, to, after }, atOnce);
      notified += await eachDue(page, (coupon) => tellUnlessOverdue(services, coupon), {
        log,
        failure: "the end of a coupon was not told",
        idOf: ({ id }) => id,
      });
      after = page.at(-1)?.id ?? null;
      if (page.length < atOnce) return notified;
    }
  },
};

/** Borrowers with an overdue loan are not invited to borrow. // Product decisions, rewards 9, 11 */
async function tellUnlessOverdue(services: Services, { borrowerId, id }: CouponRow): Promise<boolean> {
  return transact(services.database, async (trx) => {
    for (const loan of await loansToPay(trx, borrowerId)) {
      const found = await stateOfLoan(services, trx, loan);
      if (loan.state === "WRITTEN_OFF" || (found?.state.daysPastDue ?? 0) > 0) return false;
    }
    const coupon = await findCoupon(trx, borrowerId, id);
    return coupon?.state === "OBTAINED" && notifyCouponEnds(services, trx, coupon);
  });
}

export const couponForgetSweep: Sweep = {
  name: "coupon-forget",
  everySeconds: 3_600,
  finds: [
    {
      table: "coupon",
      at: "endedAt",
      afterSeconds: keepDays * 86_400,
      where: sql<boolean>`state in ('EXPIRED', 'WITHDRAWN')`,
    },
  ],
  async run({ database, clock }) {
    const before = new Date(clock.now().getTime() - keepDays * dayMilliseconds);
    return transact(database, async (trx) => {
      const ids = await forgettableCoupons(trx, before, 1_000);
      await couponLifecycle.forget(trx, ids);
      await deleteCoupons(trx, ids);
      return ids.length;
    });
  },
};
