/**
 * A higher limit by what a register or a bank states of the income, once its owner takes that over. It rises and never falls by it.
 * // Spec account 7, docs/decisions/071
 */
import { profileOf, statedIncomesOf, takeOverIncome } from "#features/account/profile/server/index.ts";
import { affordabilityBasis } from "#features/credit/loan/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { LimitRaise } from "../contract.ts";
import { currentLimits, setCreditLimit } from "./limits.ts";
import { affordableLimit } from "./rules.ts";
import { lockLimit } from "./store.ts";

/**
 * What would be taken over: the lowest that any source states, where it is more than what was typed. Null also where the limit that
 * stands does not follow from the typed income, as one that staff or repayment have set: nobody's decision is undone.
 */
export async function raiseOf(services: Services, reader: Reader, borrowerId: string): Promise<LimitRaise | null> {
  const [{ assessed, creditRupiah }, stated] = await Promise.all([
    currentLimits(services, reader, borrowerId),
    statedIncomesOf(services, reader, borrowerId),
  ]);
  if (!assessed || stated.length === 0) return null;
  const typedRupiah = (await profileOf(services, reader, borrowerId))?.monthlyIncomeRupiah;
  const statedRupiah = Math.min(...stated.map(({ monthlyRupiah }) => monthlyRupiah));
  if (typedRupiah === undefined || statedRupiah <= typedRupiah) return null;
  const basis = await affordabilityBasis(services, reader);
  const limitOf = (monthlyIncomeRupiah: number): number =>
    affordableLimit({ ...basis, monthlyIncomeRupiah, otherInstalmentsRupiah: 0 });
  const toRupiah = limitOf(statedRupiah);
  if (limitOf(typedRupiah) !== creditRupiah || toRupiah <= creditRupiah) return null;
  return { statedRupiah, typedRupiah, fromRupiah: creditRupiah, toRupiah };
}

/** @throws Refusal NOTHING_TO_RAISE, also for the second of two at once */
export async function takeRaise(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  await lockLimit(trx, borrowerId, services.clock.now());
  const raise = await raiseOf(services, trx, borrowerId);
  if (!raise || !(await takeOverIncome(services, trx, borrowerId, raise.statedRupiah)))
    throw new Refusal("NOTHING_TO_RAISE");
  await setCreditLimit(services, trx, borrowerId, raise.toRupiah, "INFORMATION_ADDED");
}
