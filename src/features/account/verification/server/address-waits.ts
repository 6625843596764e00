/**
 * How often an address is mailed a code: by the caps of a number, counted by the account that names it, so that no account uses up what
 * another one needs. // Threat I2
 */
import type { Reader } from "#server/database.server.ts";
import { numberCaps, secondsOf, type Cap, type Wait } from "./rules.ts";
import { latestSends } from "./store.ts";

export const addressPurpose = "EMAIL_ADDRESS";

/**
 * Codes that accounts to which an address never belonged may have mailed there a day, all together. The first one of each goes all the
 * same: the owner of the mailbox can always prove it.
 */
const floodCap: Cap = { most: 40, windowSeconds: 86_400 };
const momentSeconds = 60;

/** How long an account has to wait before one more code may go to an address (by its index); null when it may go now. */
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
