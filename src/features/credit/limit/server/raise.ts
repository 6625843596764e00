/**
 * A higher limit by what a register or a bank states of the income, once its owner takes that over. It rises and never falls by it.
 * // Spec account 7, docs/decisions/071
 */
import { profileOf, statedIncomesOf, takeOverIncome } from "#features/account/profile/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { LimitRaise } from "../contract.ts";
import { affordableOf } from "./facts.ts";
import { addedIncome } from "./questions.ts";
import { nextLimit } from "./limit-rule.ts";
import { monthStart } from "./limits.ts";
import { refreshLimit } from "./refreshing.ts";
import { limitRows, rowsOn } from "./score-rows.ts";
import { bureauOf } from "./score-store.ts";
import { findLimit, lockLimit } from "./store.ts";

/**
 * The income that would be taken over: the lowest that any source states, if it is more than the typed income, plus
 * further income such as the sales of a linked shop. Null if no higher limit follows, or if the current limit follows
 * from neither figure: then staff set it, and their decision is not undone.
 */
export async function raiseOf(services: Services, reader: Reader, borrowerId: string): Promise<LimitRaise | null> {
  const [limit, stated, addedRupiah] = await Promise.all([
    findLimit(reader, borrowerId),
    statedIncomesOf(services, reader, borrowerId),
    addedIncome(services, reader, borrowerId),
  ]);
  if (!limit?.band || limit.isFrozen || (stated.length === 0 && addedRupiah === 0)) return null;
  const typedRupiah = (await profileOf(services, reader, borrowerId))?.monthlyIncomeRupiah;
  if (typedRupiah === undefined) return null;
  const lowest = Math.min(...stated.map(({ monthlyRupiah }) => monthlyRupiah));
  const statedRupiah = stated.length > 0 && lowest > typedRupiah ? lowest : typedRupiah;
  const bureau = await bureauOf(reader, borrowerId);
  const today = dateInWib(services.clock.now());
  const { creditRupiah, usedRupiah, keptRupiah, band } = limit;
  const standing = { nowRupiah: creditRupiah, monthRupiah: monthStart(limit, today) };
  const limitBy = async (income: number): Promise<number> => {
    const affordableRupiah = await affordableOf(services, reader, income, bureau);
    const input = { band, affordableRupiah, usedRupiah, keptRupiah, standing };
    return nextLimit(input, rowsOn(limitRows, today)).rupiah;
  };
  const follows = [await limitBy(typedRupiah), await limitBy(typedRupiah + addedRupiah)];
  if (!follows.includes(creditRupiah)) return null;
  const toRupiah = await limitBy(statedRupiah + addedRupiah);
  return toRupiah > creditRupiah
    ? { statedRupiah, typedRupiah, addedRupiah, fromRupiah: creditRupiah, toRupiah }
    : null;
}

/** @throws Refusal NOTHING_TO_RAISE, also for the second of two at once */
export async function takeRaise(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  await lockLimit(trx, borrowerId, services.clock.now());
  const raise = await raiseOf(services, trx, borrowerId);
  if (!raise) throw new Refusal("NOTHING_TO_RAISE");
  const { statedRupiah, typedRupiah } = raise;
  const isStated = statedRupiah > typedRupiah;
  if (isStated && !(await takeOverIncome(services, trx, borrowerId, statedRupiah)))
    throw new Refusal("NOTHING_TO_RAISE");
  await refreshLimit(services, trx, borrowerId, {
    key: `income:${services.random.uuid()}`,
    cause: isStated ? "INFORMATION_ADDED" : "MERCHANT_INCOME",
  });
}
