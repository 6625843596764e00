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
const longestLockSeconds = 3600;

/** How long a lane is locked after its fifth wrong code: 30 s, doubling up to an hour. // Threat A8 */
export function lockSeconds(lockoutsBefore: number): number {
  return Math.min(firstLockSeconds * 2 ** Math.min(lockoutsBefore, 20), longestLockSeconds);
}

/** Codes are paid for and nobody enters them: fewer than one in five of at least fifty. // Threat A5 */
export function isDrained(sent: number, verified: number): boolean {
  return sent >= 50 && verified * 5 < sent;
}

/** Guesses far outnumber right codes, in all and from this network: someone tries many numbers. // Threat A2 */
export function isSprayed(all: { wrong: number; right: number }, network: { wrong: number; right: number }): boolean {
  return all.wrong >= 200 && all.wrong > 4 * all.right && network.wrong >= 5 && network.wrong > 3 * network.right;
}

/** The network of an address: /24 of IPv4, /48 of IPv6. Behind one address of a carrier stand thousands of people. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (plain.includes(".")) return plain.split(".").slice(0, 3).join(".");
  const [head = "", tail] = plain.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) while (groups.length < 3) groups.push("0");
  return groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** The first eight digits: numbers of one block are neighbours. // Threat A5 */
export const blockOf = (mobileNumber: string): string => mobileNumber.slice(0, 8);
