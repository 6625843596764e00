/** Pure rules of sending codes and of counting wrong ones. */

export interface WindowCap {
  most: number;
  windowSeconds: number;
}

/** A code that went to a number. */
export interface SentCode {
  at: Date;
  purpose: string;
  /** The requester is a stranger to the number. */
  byStranger: boolean;
}

/**
 * An asker's relation to a number: a stranger; known by a device or another proof; or its owner, logged in. Strangers
 * never use up the others' limits. // Threat I2
 */
export type AskerKind = "STRANGER" | "KNOWN" | "OWNER";

/** Minimal time between two codes. */
const momentSeconds = 60;
/** Hard caps of codes to one number, over all channels, purposes and askers. // Product decisions 2 */
export const numberCaps: readonly WindowCap[] = [
  { most: 5, windowSeconds: 3_600 },
  { most: 10, windowSeconds: 86_400 },
];
/** The part of them for strangers, all together; the rest is the owner's. // Threat I2 */
export const strangerCaps: readonly WindowCap[] = [
  { most: 2, windowSeconds: 3_600 },
  { most: 4, windowSeconds: 86_400 },
];

export interface Wait {
  seconds: number;
  /** True when only the shortest limit blocks the code: one was sent a moment ago. */
  isMoment: boolean;
}

/**
 * How long to wait before another code may go to a number; null: now. `sent` holds the latest sends, newest first. The
 * windows slide, so that no hour boundary allows twice as many. The minute between two codes applies to all codes to a
 * number; for its owner, between two of one purpose that owners requested. // Spec account 14.2
 */
export function waitFor(
  sent: readonly SentCode[],
  now: Date,
  asker: { kind: AskerKind; purpose: string },
): Wait | null {
  const byStrangers = sent.filter(({ byStranger }) => byStranger);
  const before =
    asker.kind === "OWNER" ? sent.filter(({ byStranger, purpose }) => !byStranger && purpose === asker.purpose) : sent;
  const moment = secondsOf(before, now, [{ most: 1, windowSeconds: momentSeconds }]);
  const longer = Math.max(
    secondsOf(sent, now, numberCaps),
    asker.kind === "STRANGER" ? secondsOf(byStrangers, now, strangerCaps) : 0,
  );
  if (longer > moment) return { seconds: longer, isMoment: false };
  return moment > 0 ? { seconds: moment, isMoment: true } : null;
}

/** The longest wait of these caps, in seconds; 0 when none applies. */
export function secondsOf(sent: readonly Pick<SentCode, "at">[], now: Date, caps: readonly WindowCap[]): number {
  const waits = caps.flatMap(({ most, windowSeconds }) => {
    const oldest = sent[most - 1];
    return oldest ? [Math.ceil((oldest.at.getTime() + windowSeconds * 1000 - now.getTime()) / 1000)] : [];
  });
  return Math.max(0, ...waits);
}

const firstLockSeconds = 30;
const maxLockSeconds = 3600;

/** How long a lane is locked after its fifth wrong code: 30 s, doubling up to an hour. // Threat A8 */
export function lockSeconds(lockoutsBefore: number): number {
  return Math.min(firstLockSeconds * 2 ** Math.min(lockoutsBefore, 20), maxLockSeconds);
}

/** Percentages of the daily budget: strangers' share, and of it the part without a captcha. // Product decisions 2 */
const strangersPercent = 60;
const captchaFreePercent = 10;

/** Daily budgets for codes by kind, in whole rupiah. The part that strangers cannot use is kept for step-ups and known devices. */
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

/** Whether this amount brought a sum to half of its limit or more: exactly one of the added amounts does. */
export function passesHalf(sum: number, amount: number, bound: number): boolean {
  return sum * 2 >= bound && (sum - amount) * 2 < bound;
}

/** Unentered codes of the last hour, per network or block: this many make a captcha necessary there. // Product decisions 2 */
export const unansweredMost = 3;

/** In a block whose codes are not entered, this many are still sent per window, each after two captchas: 24 an hour, never all at its beginning. */
export const trickle: WindowCap = { most: 2, windowSeconds: 300 };

/** Paid codes are not entered: fewer than one in five of at least fifty. // Threat A5 */
export function isDrained(sent: number, verified: number): boolean {
  return sent >= 50 && verified * 5 < sent;
}

interface Guesses {
  wrong: number;
  right: number;
}
/** Wrong codes far outnumber right ones over all networks: someone is trying many numbers. // Threat A2 */
export const isGuessing = (all: Guesses): boolean => all.wrong >= 200 && all.wrong > 4 * all.right;
/** Guesses come from many networks, and this one is among them. */
export function isSprayed(all: Guesses, network: Guesses): boolean {
  return isGuessing(all) && network.wrong >= 5 && network.wrong > 3 * network.right;
}
/** Wrong passwords of strangers per network and hour before the next needs a captcha. // Spec account 14.14 */
export const passwordsFree = 20;

/** The first eight digits: numbers of one block are neighbours. // Threat A5 */
export const blockOf = (mobileNumber: string): string => mobileNumber.slice(0, 8);
