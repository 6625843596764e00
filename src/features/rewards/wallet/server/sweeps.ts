/** Timed work of wallets: expiry and the notices before it; and outside prod our own money for grants. */
import { transact, type Transaction } from "#server/database.server.ts";
import { account, availableOf, historyOfReference, lockBalance, post } from "#server/ledger/index.ts";
import { perServices } from "#server/process/per-services.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { dateInWib } from "#shared/dates.ts";
import { goodwill } from "./grants.ts";
import { notifyWalletEnded, notifyWalletEnds } from "./notices.ts";
import { dueWallets, type EndingWallet, endingWallets, insertRecord, lockWallet, writeValidUntil } from "./store.ts";
import { recordTitles } from "./titles.ts";

const atOnce = 100;
const dayMilliseconds = 86_400_000;
/** Days before the expiry on which notices are sent. // Product decisions, rewards 3 */
const toldDaysBefore = [30, 7] as const;

export const walletExpirySweep: Sweep = {
  name: "wallet-expiry",
  everySeconds: 300,
  waits: {
    text: { id: "Saldo hadiah yang berakhir", en: "Reward wallets that end", zh: "到期的奖励余额" },
    rows: [{ table: "wallet", at: "validUntil" }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await dueWallets(database, clock.now(), atOnce);
    const end = (borrowerId: string) => transact(database, (trx) => endWallet(services, trx, borrowerId));
    return eachDue(due, end, { log, failure: "a wallet did not end", idOf: (borrowerId) => borrowerId });
  },
};

/** Ends the available balance; a transfer on its way goes on, and if it comes back, the wallet becomes valid again. */
async function endWallet(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const now = services.clock.now();
  const { validUntil } = await lockWallet(trx, borrowerId);
  if (!validUntil || validUntil > now) return false;
  await writeValidUntil(trx, borrowerId, null);
  await expireAll(services, trx, borrowerId, `expired_${dateInWib(validUntil)}`);
  return true;
}

/**
 * Ends the available balance of a wallet, under its lock: it expired, or its owner gives it up by closing the account.
 * @returns rupiah that ended
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function expireAll(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  source: string,
): Promise<number> {
  const now = services.clock.now();
  const wallet = account("WALLET", borrowerId);
  await lockBalance(trx, wallet);
  const amountRupiah = await availableOf(trx, wallet);
  if (amountRupiah <= 0) return 0;
  const day = dateInWib(now);
  await post(trx, now, [
    {
      id: `wallet_${source}_${borrowerId}`,
      kind: "REWARD_EXPIRED",
      debit: wallet,
      credit: account("PROMOTION_COST"),
      amount: amountRupiah,
      reference: `wallet_${borrowerId}`,
      valueDate: day,
    },
  ]);
  const id = services.random.uuid();
  await insertRecord(trx, {
    borrowerId,
    id,
    kind: "EXPIRED",
    amountRupiah,
    title: recordTitles.EXPIRED,
    source,
    happenedAt: now,
  });
  await notifyWalletEnded(services, trx, { borrowerId, amountRupiah, endedOn: day });
  return amountRupiah;
}

export const walletEndingSweep: Sweep = {
  name: "wallet-ending",
  everySeconds: 3_600,
  async run(services) {
    let notified = 0;
    for (const daysBefore of toldDaysBefore) notified += await tellBefore(services, daysBefore);
    return notified;
  },
};

async function tellBefore(services: Services, daysBefore: number): Promise<number> {
  const { database, clock, log } = services;
  const now = clock.now();
  // Sent on its day and not before; the window of a day allows for a server that was down for an hour.
  const to = new Date(now.getTime() + daysBefore * dayMilliseconds);
  const from = new Date(to.getTime() - dayMilliseconds);
  let notified = 0;
  let after: EndingWallet | null = null;
  for (;;) {
    const page: EndingWallet[] = await endingWallets(database, { from, to, after }, atOnce);
    notified += await eachDue(
      page,
      ({ borrowerId, validUntil }) =>
        transact(database, async (trx) => {
          const amountRupiah = await availableOf(trx, account("WALLET", borrowerId));
          if (amountRupiah <= 0) return false;
          return notifyWalletEnds(services, trx, {
            borrowerId,
            amountRupiah,
            endsOn: dateInWib(validUntil),
            daysBefore,
          });
        }),
      { log, failure: "the end of a wallet was not told", idOf: ({ borrowerId }) => borrowerId },
    );
    after = page.at(-1) ?? null;
    if (page.length < atOnce) return notified;
  }
}

/** Rp 10 billion: more than all seeded campaigns give. In prod the deposit is booked when its money has arrived. */
const sandboxFundsRupiah = 10_000_000_000;
const sandboxFundsId = "sandbox_operating_deposit";

/** The part for grants by staff. In prod finance funds it by a proposal. */
const sandboxGoodwillRupiah = 100_000_000;

/** Whether this process has seen the deposit: the ledger only grows. */
const isFunded = perServices(() => ({ seen: false }));

/** Books the company's own money outside prod once; without it the sandbox's bank would pay no reward. */
export const sandboxFundsSweep: Sweep = {
  name: "wallet-sandbox-funds",
  everySeconds: 60,
  async run(services) {
    const { config, database, clock } = services;
    const funded = isFunded(services);
    if (config.appEnv === "prod" || funded.seen) return 0;
    return transact(database, async (trx) => {
      if ((await historyOfReference(trx, sandboxFundsId)).length > 0) {
        funded.seen = true;
        return 0;
      }
      await post(trx, clock.now(), [
        {
          id: sandboxFundsId,
          kind: "OPERATING_DEPOSIT",
          debit: account("OPERATING_CASH"),
          credit: account("HOUSE_FUNDS"),
          amount: sandboxFundsRupiah,
          reference: sandboxFundsId,
          valueDate: "2026-01-01",
        },
        {
          id: "sandbox_goodwill",
          kind: "REWARD_FUNDED",
          debit: account("PROMOTION_COST"),
          credit: account("REWARD_BUDGET", goodwill),
          amount: sandboxGoodwillRupiah,
          reference: sandboxFundsId,
          valueDate: "2026-01-01",
        },
      ]);
      return 1;
    });
  },
};
