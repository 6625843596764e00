/** Reward money for tests: a borrower with a bank account bound long ago, and cash that a campaign's budget paid. */
import { transact } from "#server/database.server.ts";
import { account, post } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { giveCash, type CashOutcome } from "#features/rewards/wallet/server/index.ts";
import { addAccount } from "../../src/features/account/bank-account/server/store.ts";
import type { TestApp, TestClient } from "./app.ts";

let made = 0;

/** Money for a campaign to give. */
export async function fundBudget(
  { services }: Pick<TestApp, "services">,
  budget: string,
  rupiah: number,
): Promise<void> {
  const now = services.clock.now();
  await transact(services.database, (trx) =>
    post(trx, now, [
      {
        id: `budget_${budget}_${++made}_${process.pid}`,
        kind: "REWARD_FUNDED",
        debit: account("PROMOTION_COST"),
        credit: account("REWARD_BUDGET", budget),
        amount: rupiah,
        reference: budget,
        valueDate: dateInWib(now),
      },
    ]),
  );
}

export interface Rewarded {
  borrowerId: string;
  bankAccountId: string;
  mobileNumber: string;
  client: TestClient;
}

/** A borrower with this account, added two days ago, and nothing in the wallet. */
export async function withAccount(
  app: TestApp,
  { accountNumber, boundHoursAgo = 48 }: { accountNumber?: string; boundHoursAgo?: number } = {},
): Promise<Rewarded> {
  const { services, clock } = app;
  const number = ++made;
  const mobileNumber = `0814${String(process.pid % 1000).padStart(3, "0")}${String(number).padStart(5, "0")}`;
  const { borrowerId, bankAccountId } = await transact(services.database, async (trx) => {
    const id = await seedBorrower(services, trx, { mobileNumber });
    const added = await addAccount(services, trx, id, {
      bankCode: "014",
      accountNumber: accountNumber ?? `54321${String(number).padStart(5, "0")}`,
      accountName: "SITI RAHAYU",
      nameMatch: "SAME",
      isMain: true,
    });
    if (added === "KNOWN") throw new Error("The account is known already.");
    await trx
      .updateTable("bank_account")
      .set({ verifiedAt: new Date(clock.now().getTime() - boundHoursAgo * 3_600_000) })
      .where("borrowerId", "=", id)
      .where("id", "=", added.id)
      .execute();
    return { borrowerId: id, bankAccountId: added.id };
  });
  return { borrowerId, bankAccountId, mobileNumber, client: await app.loggedIn(borrowerId, "STEP_UP_WITHDRAW") };
}

export const rewardTitle = { id: "Check-in harian", en: "Daily check-in", zh: "每日签到" };

/** Pays reward money into a wallet from a budget that covers it. */
export async function reward(
  app: Pick<TestApp, "services">,
  borrowerId: string,
  amountRupiah: number,
  { awardId = app.services.random.uuid(), taxRupiah = 0 }: { awardId?: string; taxRupiah?: number } = {},
): Promise<CashOutcome> {
  await fundBudget(app, "test-campaign", amountRupiah + taxRupiah);
  return transact(app.services.database, (trx) =>
    giveCash(app.services, trx, {
      borrowerId,
      awardId,
      activityId: "test-campaign",
      budget: "test-campaign",
      amountRupiah,
      taxRupiah,
      title: rewardTitle,
    }),
  );
}

/** The same borrower with money in the wallet. */
export async function rewarded(
  app: TestApp,
  amountRupiah: number,
  options: { accountNumber?: string; boundHoursAgo?: number } = {},
): Promise<Rewarded> {
  const borrower = await withAccount(app, options);
  await reward(app, borrower.borrowerId, amountRupiah);
  return borrower;
}
