/**
 * How often an address may be mailed a code: the caps of a number, counted per account, so that one account cannot use
 * up another's. // Threat I2
 */
import type { Reader } from "#server/database.server.ts";
import { numberCaps, secondsOf, type WindowCap, type Wait } from "./rules.ts";
import { latestSends } from "./store.ts";

export const addressPurpose = "EMAIL_ADDRESS";

/**
 * Codes per day to an address from accounts that it never belonged to, all together. The first one of each account is
 * always sent: the owner of the mailbox can always prove it.
 */
const floodCap: WindowCap = { most: 40, windowSeconds: 86_400 };
const momentSeconds = 60;

/** How long an account has to wait before another code may go to an address (by its index); null: now. */
export async function addressWait(
  trx: Reader,
  addressIndex: string,
  { borrowerId, isTheirs }: { borrowerId: string; isTheirs: boolean },
  now: Date,
): Promise<Wait | null> {
  const own = await latestSends(trx, addressIndex, Math.max(...numberCaps.map(({ most }) => most)), borrowerId);
  const moment = secondsOf(own, now, [{ most: 1, windowSeconds: momentSeconds }]);
  const isFirst = secondsOf(own, now, [{ most: 1, windowSeconds: floodCap.windowSeconds }]) === 0;
  const longer = Math.max(
    secondsOf(own, now, numberCaps),
    isTheirs || isFirst ? 0 : secondsOf(await latestSends(trx, addressIndex, floodCap.most), now, [floodCap]),
  );
  if (longer > moment) return { seconds: longer, isMoment: false };
  return moment > 0 ? { seconds: moment, isMoment: true } : null;
}
