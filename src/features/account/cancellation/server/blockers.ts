/** Reasons that prevent closing an account: each domain reports its open items. // Spec account 6 */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { blockersOfClosing, type Blocker } from "#server/account-questions.ts";
import { closureBlockers } from "#shared/closure-blockers.ts";
import type { LostUnit } from "../contract.ts";
import { defineQuestion } from "#server/questions.ts";

/** The page of the closing. A blocker with this path is solved within the closing form itself. */
export const closingPath = "/webview/cancel-account";

/** Money that is paid out at closing, or given up if its owner ticks so. // Spec rewards 10 */
export interface ClosingBalance {
  /** The amount that can be paid out, in rupiah. */
  read(reader: Reader, borrowerId: string): Promise<number>;
  /**
   * Sends all of it to one of the borrower's bank accounts; does nothing when it is empty.
   * @throws Refusal WITHDRAWAL_OPEN while another withdrawal is pending
   */
  payOut(services: Services, trx: Transaction, to: { borrowerId: string; bankAccountId: string }): Promise<unknown>;
}

/** One line of what ends with an account. */
export interface Lost {
  /** `COUPON`; unique in the product. */
  code: string;
  text: Text;
  unit: LostUnit;
  /** How much or how many, 0 or more. */
  amount: number;
}

/** Value that would be lost, in the order of the wiring. */
export async function lostOf(services: Services, reader: Reader, borrowerId: string): Promise<Lost[]> {
  const found = await Promise.all(services.ask(lostAtClosing).map((lines) => lines(services, reader, borrowerId)));
  return found.flat().filter(({ amount }) => amount > 0);
}

/** Asked by the closing of accounts: other accounts of the same person that were merged into this one, the nearest first. */
export const accountsMergedInto = defineQuestion<(reader: Reader, borrowerId: string) => Promise<readonly string[]>>(
  "accounts-merged-into",
  "MANY",
);
/** Asked of one domain when an account closes: the balance to be paid out. */
export const closingBalance = defineQuestion<ClosingBalance>("closing-balance", "ONE");
/** Asked before an account is closed: value of this domain that ends with it and is not paid out. Lines with nothing to lose are allowed. */
export const lostAtClosing = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<readonly Lost[]>
>("lost-at-closing", "MANY");

/** Each kind once, in the order reported; of two of a kind, first the one that the closing cannot settle itself. */
export async function blockersOf(services: Services, reader: Reader, borrowerId: string): Promise<Blocker[]> {
  const reported = await Promise.all(
    services.ask(blockersOfClosing).map((blockers) => blockers(services, reader, borrowerId)),
  );
  const found = reported.flat();
  return closureBlockers.flatMap((code) => found.filter((one) => one.code === code).toSorted(ownWayLast)[0] ?? []);
}

const ownWayLast = (one: Blocker, other: Blocker): number =>
  Number(one.path === closingPath) - Number(other.path === closingPath);
