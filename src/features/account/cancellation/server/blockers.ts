/** What stands in the way of closing an account: each domain says what is open with it. // Spec account 6 */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import type { ClosureBlocker, LostUnit } from "../contract.ts";
import { closureBlockers } from "../contract.ts";

export interface Blocker {
  code: ClosureBlocker;
  /** The page on which its holder can settle it. */
  path: `/${string}`;
}

/** Where the closing itself is asked for: a blocker that leads there is settled in the asking. */
export const closingPath = "/webview/cancel-account";

/** Money that a closing pays out or gives up by its owner's tick. // Spec rewards 10 */
export interface ClosingBalance {
  /** What can be paid out, in rupiah. */
  read(reader: Reader, borrowerId: string): Promise<number>;
  /**
   * Sends all of it to a bank account that is the borrower's own; nothing where nothing is there.
   * @throws Refusal WITHDRAWAL_OPEN while another way out is under way
   */
  payOut(services: Services, trx: Transaction, to: { borrowerId: string; bankAccountId: string }): Promise<unknown>;
}

/** One line of what ends with an account. */
export interface Lost {
  /** `COUPON`; unique in the house. */
  code: string;
  text: Text;
  unit: LostUnit;
  /** How much or how many, 0 or more. */
  amount: number;
}

/** What there is to lose, in the order of the wiring. */
export async function lostOf(services: Services, reader: Reader, borrowerId: string): Promise<Lost[]> {
  const found = await Promise.all(
    services.domains.flatMap(({ lostAtClosing }) => lostAtClosing?.(services, reader, borrowerId) ?? []),
  );
  return found.flat().filter(({ amount }) => amount > 0);
}

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by the closing of accounts: what has to be settled first. Read again, with the borrower's row locked, before the account is closed. */
    closureBlockers?(services: Services, reader: Reader, borrowerId: string): Promise<readonly Blocker[]>;
    /** Asked by the closing of accounts: further accounts of the same person, merged into this one, the nearest first. */
    sameHolder?(reader: Reader, borrowerId: string): Promise<readonly string[]>;
    /** Asked by the closing of accounts: what is paid out with it; of one domain. */
    closingBalance?: ClosingBalance;
    /** Asked by the closing of accounts: what of this domain ends with it and is not paid out. Lines of which nothing is there may be told too. */
    lostAtClosing?(services: Services, reader: Reader, borrowerId: string): Promise<readonly Lost[]>;
  }
}

/** Each kind once, in the order in which they are told; of two of a kind first the one that the closing cannot settle itself. */
export async function blockersOf(services: Services, reader: Reader, borrowerId: string): Promise<Blocker[]> {
  const told = await Promise.all(
    services.domains.flatMap((domain) => domain.closureBlockers?.(services, reader, borrowerId) ?? []),
  );
  const found = told.flat();
  return closureBlockers.flatMap((code) => found.filter((one) => one.code === code).toSorted(ownWayLast)[0] ?? []);
}

const ownWayLast = (one: Blocker, other: Blocker): number =>
  Number(one.path === closingPath) - Number(other.path === closingPath);
