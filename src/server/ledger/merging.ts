/**
 * Balances of an account that is merged into another one: moved there and held, so that they can be moved back and
 * are neither spent nor paid out until the merge is final. // Spec account 5
 */
import type { Transaction } from "#server/database.server.ts";
import { dateInWib } from "#shared/dates.ts";
import type { AccountRef } from "./chart.ts";
import { hold, post, settle, voidHold } from "./posting.ts";

/** Which value of which merge: the transfers are `merge_<id>_<asset>` and `merge_back_<id>_<asset>`. */
export interface MergedValue {
  mergeId: string;
  /** `wallet`; small letters, digits and `: _ -`. */
  asset: string;
}

const wayBack = ({ mergeId, asset }: MergedValue): string => `merge_back_${mergeId}_${asset}`;
const reference = ({ mergeId }: MergedValue): string => `merge_${mergeId}`;

/** Moves a whole, positive amount in the asset's unit and holds it, so that it can be moved back. @throws LedgerRefusal */
export async function mergeValue(
  trx: Transaction,
  now: Date,
  { from, to, amount, ...value }: MergedValue & { from: AccountRef; to: AccountRef; amount: number },
): Promise<void> {
  const common = { kind: "MERGE", amount, reference: reference(value), valueDate: dateInWib(now) } as const;
  await post(trx, now, [{ ...common, id: `merge_${value.mergeId}_${value.asset}`, debit: from, credit: to }]);
  await hold(trx, now, { ...common, id: wayBack(value), debit: to, credit: from });
}

/** Moves it back, once. @throws LedgerRefusal HOLD_CLOSED when the merge is final */
export async function unmergeValue(trx: Transaction, now: Date, value: MergedValue): Promise<void> {
  await settle(trx, now, wayBack(value), dateInWib(now));
}

/** Releases it: from now on it can be spent like any other. @throws LedgerRefusal HOLD_CLOSED when it was moved back */
export async function keepMergedValue(trx: Transaction, now: Date, value: MergedValue): Promise<void> {
  await voidHold(trx, now, wayBack(value), dateInWib(now));
}
