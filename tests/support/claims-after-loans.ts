/** A campaign that gives for a loan that was paid off, and such loans, for tests. */
import { fundCampaign, printCoupons } from "#features/rewards/campaign/server/money.ts";
import { insertCampaign, insertFact, newCampaign, type CampaignRow } from "#features/rewards/campaign/server/store.ts";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import type { TestApp } from "./app.ts";

export function claimsAfterLoans({ services, clock }: TestApp) {
  const { database } = services;
  /** A campaign of claims that asks for a loan that was paid off, and gives a coupon. */
  const afterLoan = async (activityId: string): Promise<CampaignRow> => {
    const opens = dateInWib(clock.now());
    const line = { stock: 0, perDay: 0, ppm: 0, costPoints: 0 };
    const campaign: CampaignRow = {
      id: services.random.uuid(),
      activityId,
      mechanic: "CLAIM",
      skin: "order-gift",
      title: { id: "Uji", en: "Test", zh: "测试" },
      opensAt: instantOf(opens),
      closesAt: instantOf(addDays(opens, 90)),
      claimsUntil: instantOf(addDays(opens, 104)),
      rules: {
        mechanic: "CLAIM",
        prizes: [{ prizeKey: "COUPON", prize: { kind: "COUPON", couponKey: "interest-10000" }, ...line }],
        needs: ["LOAN_PAID_OFF"],
        withinDays: 0,
        neverLate: true,
        everyDays: 0,
        timesAMonth: 0,
        asksCode: false,
      },
      rulesVersion: 1,
      budgetRupiah: 100_000,
      permit: null,
      state: "RUNNING",
      ...newCampaign,
    };
    await transact(database, async (trx) => {
      await insertCampaign(trx, campaign, clock.now());
      await fundCampaign(services, trx, activityId, campaign.budgetRupiah, activityId);
      await printCoupons(services, trx, { activityId, couponKey: "interest-10000", pieces: 10, version: 1 });
    });
    return campaign;
  };

  /** As if this loan were paid off now. */
  const paidOff = (borrowerId: string, loanId: string, inTime = true) =>
    transact(database, (trx) =>
      insertFact(trx, borrowerId, {
        fact: "LOAN_PAID_OFF",
        loanId,
        inTime,
        at: clock.now(),
        eventId: services.random.uuid(),
      }),
    );

  return { afterLoan, paidOff };
}
