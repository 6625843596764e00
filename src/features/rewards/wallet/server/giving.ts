/**
 * For the wing's other domains: give reward money and take it back, each in the caller's transaction. Ids are derived
 * from the award, so a retry finds the first posting. A caller that gives to several borrowers at once must go in the
 * order of borrower ids, to avoid deadlocks.
 */
import type { Transaction } from "#server/database.server.ts";
import { LedgerRefusal, account, availableOf, balanceOf, lockBalance, post } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";
import { validityDays } from "./rules.ts";
import { insertRecord, lockWallet, recordOfSource, writeValidUntil } from "./store.ts";

export interface CashAward {
  borrowerId: string;
  /** Id of the award, unique in the product; at most 80 letters, digits and `: . _ -`. */
  awardId: string;
  /** The campaign, as records name it. */
  activityId: string;
  /** Owner of the ledger account REWARD_BUDGET that pays: the campaign, or a reserved part of its budget: `toy-egg-1:2026-11-21`. */
  budget: string;
  /** The borrower's amount, in rupiah. */
  amountRupiah: number;
  /** Tax on a prize of chance that we pay in addition, in rupiah; 0 by default. */
  taxRupiah?: number;
  /** The title that the borrower reads in the wallet. */
  title: Text;
}

/** GIVEN now; KNOWN: this award was given before; BUDGET_OUT: the budget does not cover it, and nothing was written. */
export type CashOutcome = "GIVEN" | "KNOWN" | "BUDGET_OUT";

/**
 * Pays reward money into a wallet, with its tax, once per award; the wallet is valid for 365 days from now.
 * @throws LedgerRefusal LEDGER_STOPPED
 */
export async function giveCash(services: Services, trx: Transaction, award: CashAward): Promise<CashOutcome> {
  const { borrowerId, awardId, budget, amountRupiah, taxRupiah = 0, title, activityId } = award;
  const now = services.clock.now();
  await lockWallet(trx, borrowerId);
  const common = { debit: account("REWARD_BUDGET", budget), reference: awardId, valueDate: dateInWib(now) };
  const reward = { ...common, id: `award_${awardId}`, kind: "REWARD", amount: amountRupiah } as const;
  const tax = { ...common, id: `award_tax_${awardId}`, kind: "PRIZE_TAX", amount: taxRupiah } as const;
  try {
    const { isReplay } = await post(trx, now, [
      { ...reward, credit: account("WALLET", borrowerId) },
      ...(taxRupiah > 0 ? [{ ...tax, credit: account("PRIZE_TAX_PAYABLE") }] : []),
    ]);
    if (isReplay) return "KNOWN";
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") return "BUDGET_OUT";
    throw error;
  }
  await insertRecord(trx, {
    borrowerId,
    id: services.random.uuid(),
    kind: "REWARD",
    amountRupiah,
    title,
    source: reward.id,
    activityId,
    happenedAt: now,
  });
  await prolongBalance(trx, borrowerId, now);
  return "GIVEN";
}

/** The whole wallet is valid for as long from each credit and withdrawal. Under the wallet's lock. */
export async function prolongBalance(trx: Transaction, borrowerId: string, now: Date): Promise<void> {
  const days = validityDays(dateInWib(now));
  await writeValidUntil(trx, borrowerId, new Date(now.getTime() + days * 86_400_000));
}

/**
 * Takes reward money back, once per award: at most the available amount. Money that is spent or on its way to the bank
 * stays with the borrower and never becomes a debt. Tax is returned in proportion until it was paid to the state.
 * @returns rupiah taken, and rupiah of the award that could not be taken
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function revokeCash(
  services: Services,
  trx: Transaction,
  { borrowerId, awardId, activityId, budget, amountRupiah, taxRupiah = 0, title }: CashAward,
): Promise<{ takenRupiah: number; shortRupiah: number }> {
  const now = services.clock.now();
  const source = `award_revoked_${awardId}`;
  await lockWallet(trx, borrowerId);
  const before = await recordOfSource(trx, borrowerId, source);
  if (before) return { takenRupiah: before.amountRupiah, shortRupiah: amountRupiah - before.amountRupiah };
  const wallet = account("WALLET", borrowerId);
  await lockBalance(trx, wallet);
  const takenRupiah = Math.min(await availableOf(trx, wallet), amountRupiah);
  if (takenRupiah <= 0) return { takenRupiah: 0, shortRupiah: amountRupiah };
  await post(trx, now, [
    {
      id: source,
      kind: "REWARD_REVOKED",
      debit: wallet,
      credit: account("REWARD_BUDGET", budget),
      amount: takenRupiah,
      reference: awardId,
      valueDate: dateInWib(now),
    },
  ]);
  await returnTax(services, trx, {
    awardId,
    budget,
    taxRupiah: Math.floor((taxRupiah * takenRupiah) / amountRupiah),
  });
  await insertRecord(trx, {
    borrowerId,
    id: services.random.uuid(),
    kind: "REVOKED",
    amountRupiah: takenRupiah,
    title,
    source,
    activityId,
    happenedAt: now,
  });
  return { takenRupiah, shortRupiah: amountRupiah - takenRupiah };
}

/**
 * Gives the tax of a prize that was taken back to its budget, once per award, while the state has not been paid.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function returnTax(
  services: Services,
  trx: Transaction,
  { awardId, budget, taxRupiah }: { awardId: string; budget: string; taxRupiah: number },
): Promise<void> {
  const payable = account("PRIZE_TAX_PAYABLE");
  if (taxRupiah <= 0 || (await balanceOf(trx, payable)) < taxRupiah) return;
  const now = services.clock.now();
  await post(trx, now, [
    {
      id: `award_tax_back_${awardId}`,
      kind: "PRIZE_TAX",
      debit: payable,
      credit: account("REWARD_BUDGET", budget),
      amount: taxRupiah,
      reference: awardId,
      valueDate: dateInWib(now),
    },
  ]);
}

export interface VoucherAward {
  awardId: string;
  budget: string;
  /** Our debt to the partner for it, in rupiah. */
  costRupiah: number;
  /** Tax on a prize of chance that we pay in addition, in rupiah; 0 by default. */
  taxRupiah?: number;
}

/** Books that a voucher was given, with its tax, once per award; the caller handles its code. */
export async function giveVoucher(services: Services, trx: Transaction, award: VoucherAward): Promise<CashOutcome> {
  const { awardId, budget, costRupiah, taxRupiah = 0 } = award;
  const now = services.clock.now();
  const common = { debit: account("REWARD_BUDGET", budget), reference: awardId, valueDate: dateInWib(now) };
  const voucher = { ...common, id: `award_${awardId}`, kind: "VOUCHER_GIVEN", amount: costRupiah } as const;
  const tax = { ...common, id: `award_tax_${awardId}`, kind: "PRIZE_TAX", amount: taxRupiah } as const;
  try {
    const { isReplay } = await post(trx, now, [
      { ...voucher, credit: account("VOUCHER_PAYABLE") },
      ...(taxRupiah > 0 ? [{ ...tax, credit: account("PRIZE_TAX_PAYABLE") }] : []),
    ]);
    return isReplay ? "KNOWN" : "GIVEN";
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") return "BUDGET_OUT";
    throw error;
  }
}
