/** Pure rules of sending codes and of counting wrong ones. */

export interface Cap {
  most: number;
  windowSeconds: number;
}

/** Hard caps of codes to one number, over all channels and purposes. // Product decisions 2 */
export const numberCaps: readonly Cap[] = [
  { most: 1, windowSeconds: 60 },
  { most: 5, windowSeconds: 3600 },
  { most: 10, windowSeconds: 86_400 },
];

export interface Wait {
  seconds: number;
  /** True when only the shortest cap stands in the way: a code was sent a moment ago. */
  isMoment: boolean;
}

/**
 * How long to wait before one more code may go to a number; null when it may go now. `sentAt` holds the latest sends,
 * newest first. The windows slide: no edge of an hour lets twice as many through.
 */
export function waitFor(sentAt: readonly Date[], now: Date, caps: readonly Cap[] = numberCaps): Wait | null {
  let longest: Wait | null = null;
  for (const [index, { most, windowSeconds }] of caps.entries()) {
    const oldest = sentAt[most - 1];
    if (!oldest) continue;
    const seconds = Math.ceil((oldest.getTime() + windowSeconds * 1000 - now.getTime()) / 1000);
    if (seconds > 0 && seconds > (longest?.seconds ?? 0)) longest = { seconds, isMoment: index === 0 };
  }
  return longest;
}

const firstLockSeconds = 30;
const maxLockSeconds = 3600;

/** How long a lane is locked after its fifth wrong code: 30 s, doubling up to an hour. // Threat A8 */
export function lockSeconds(lockoutsBefore: number): number {
  return Math.min(firstLockSeconds * 2 ** Math.min(lockoutsBefore, 20), maxLockSeconds);
}

/** Hundredths of the day's money: strangers never get beyond theirs, and of it only a part goes without a captcha. // Product decisions 2 */
const strangersPercent = 60;
const captchaFreePercent = 10;

/** What the codes of a day may cost by kind, in whole rupiah. What strangers may not touch is left for step-ups and known devices. */
export interface BudgetShares {
  all: number;
  strangers: number;
  captchaFree: number;
}

export function sharesOf(budgetRupiah: number): BudgetShares {
  return {
    all: budgetRupiah,
    strangers: Math.floor((budgetRupiah * strangersPercent) / 100),
    captchaFree: Math.floor((budgetRupiah * captchaFreePercent) / 100),
  };
}

/** Whether this very amount brought a sum to half of its bound or beyond: of all that add up, one does. */
export function passesHalf(sum: number, amount: number, bound: number): boolean {
  return sum * 2 >= bound && (sum - amount) * 2 < bound;
}

/** Codes of the last hour that nobody entered yet, from one network or in one block: as many make a captcha needed there. // Product decisions 2 */
export const unansweredMost = 3;

/** In a block whose codes nobody enters so many still go out in a window, each after two captchas: 24 an hour, never all at its beginning. */
export const trickle: Cap = { most: 2, windowSeconds: 300 };

/** Codes are paid for and nobody enters them: fewer than one in five of at least fifty. // Threat A5 */
export function isDrained(sent: number, verified: number): boolean {
  return sent >= 50 && verified * 5 < sent;
}

/** Guesses far outnumber right codes, in all and from this network: someone tries many numbers. // Threat A2 */
export function isSprayed(all: { wrong: number; right: number }, network: { wrong: number; right: number }): boolean {
  return all.wrong >= 200 && all.wrong > 4 * all.right && network.wrong >= 5 && network.wrong > 3 * network.right;
}

/** The first eight digits: numbers of one block are neighbours. // Threat A5 */
export const blockOf = (mobileNumber: string): string => mobileNumber.slice(0, 8);
