/** The cost of a send and its counters: devices, blocks of numbers, networks, and the shares of the daily budget. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { sendProblems } from "../contract.ts";
import type { Asker } from "./asker.ts";
import { blockIndexOf, moneyDayStart, moneyKeys, captchaContextOf } from "./captcha-need.ts";
import { secondsLeft, windowStart } from "#server/records/window-counters.ts";
import { codeCounters } from "./counters.ts";
import { numberIndexOf } from "./numbers.ts";
import { isDrained, passesHalf, sharesOf, trickle } from "./rules.ts";
import { useCaptchaPass } from "./store.ts";

const hour = 3600;
/** Codes that one device may request, for any numbers. */
const deviceCaps = [
  { name: "hour", most: 60, seconds: hour },
  { name: "day", most: 200, seconds: 86_400 },
];
/** An address or its network is refused only at a rate that no carrier's customers reach. // Product decisions 2 */
const networkMostAnHour = 20_000;
/** Time within which the second of two captchas must follow the first. */
const passSeconds = 300;

/**
 * The check before a send: a captcha, none (the rule allows it), or an expired code, itself sent after a captcha or
 * not. // Product decisions 2: an expired code sends a new one
 */
export type SentAfter = "CAPTCHA" | "NOTHING" | "EXPIRED_AFTER_CAPTCHA" | "EXPIRED";

interface Spending {
  asker: Asker & { sessionId: string };
  mobileNumber: string;
  isStranger: boolean;
  after: SentAfter;
  price: number;
  now: Date;
}

/** Daily budgets of which this send reaches the half. */
type Halves = readonly ("all" | "strangers")[];

const paused = (retryInSeconds: number): Refusal =>
  new Refusal<typeof sendProblems>("OTP_SEND_PAUSED", { retryInSeconds });

/** The refusal OTP_SEND_LIMIT with the time after which another code can be sent. */
export function rateLimitRefusal(seconds: number): Refusal {
  return new Refusal<typeof sendProblems>("OTP_SEND_LIMIT", {
    retryInSeconds: seconds,
    retryInMinutes: Math.ceil(seconds / 60),
  });
}

/**
 * Counts the send in every budget, or refuses; a refusal rolls the transaction back and counts nothing. Always in this
 * order, so that two sends never deadlock; the budget, which all sends count in, comes last.
 * @throws Refusal OTP_SEND_LIMIT, OTP_SEND_PAUSED, CAPTCHA_NEEDED, CAPTCHA_AGAIN
 */
export async function spendCodes(services: Services, trx: Transaction, spending: Spending): Promise<Halves> {
  const { asker, isStranger, now } = spending;
  if (asker.deviceIndex) {
    for (const cap of deviceCaps) {
      const bound = { key: `sent:device:${cap.name}:${asker.deviceIndex}`, most: cap.most };
      if (!(await codeCounters.addUpTo(trx, windowStart(now, cap.seconds), 1, bound)))
        throw rateLimitRefusal(secondsLeft(now, cap.seconds));
    }
  }
  await countInBlock(services, trx, spending);
  const most = isStranger ? networkMostAnHour : Number.MAX_SAFE_INTEGER;
  const bound = { key: `sent:net:${asker.networkIndex}`, most };
  if (!(await codeCounters.addUpTo(trx, windowStart(now, hour), 1, bound))) throw paused(secondsLeft(now, hour));
  return spendMoney(services, trx, spending);
}

/**
 * When a block's codes are not entered, a fraudster probably earns by their sending. Known devices still get theirs; of
 * all others a few, each after two captchas for this number, so that real residents can log in. // Threat A5
 */
async function countInBlock(
  services: Services,
  trx: Transaction,
  { asker, mobileNumber, isStranger, after, now }: Spending,
): Promise<void> {
  const start = windowStart(now, hour);
  const block = blockIndexOf(services, mobileNumber);
  const sent = await codeCounters.addOne(trx, start, `sent:block:${block}`);
  const key = `verified:block:${block}`;
  const verified = (await codeCounters.countsOf(trx, [{ key, start }])).get(key) ?? 0;
  if (!isStranger || !isDrained(sent - 1, verified)) return;
  if (after === "NOTHING") throw new Refusal("CAPTCHA_NEEDED");
  if (after === "CAPTCHA") {
    const since = new Date(now.getTime() - passSeconds * 1000);
    const numberIndex = numberIndexOf(services, mobileNumber);
    if (!(await useCaptchaPass(trx, { sessionId: asker.sessionId, numberIndex, since })))
      throw new Refusal("CAPTCHA_AGAIN");
    const bound = { key: `trickle:block:${block}`, most: trickle.most };
    if (await codeCounters.addUpTo(trx, windowStart(now, trickle.windowSeconds), 1, bound)) return;
  }
  throw paused(secondsLeft(now, trickle.windowSeconds));
}

/** Checks the daily budget by kind in one statement; then, for a code without a captcha, the rule once more: from here on no other send spends until this one is decided. */
async function spendMoney(services: Services, trx: Transaction, spending: Spending): Promise<Halves> {
  const { asker, mobileNumber, isStranger, after, price, now } = spending;
  const shares = sharesOf(services.config.verificationBudgetRupiah);
  const isFree = isStranger && (after === "NOTHING" || after === "EXPIRED");
  const day = moneyDayStart(now);
  const spent = await codeCounters.addToAll(trx, day, price, [
    { key: moneyKeys.all, most: shares.all },
    ...(isStranger ? [{ key: moneyKeys.strangers, most: shares.strangers }] : []),
    ...(isFree ? [{ key: moneyKeys.captchaFree, most: shares.captchaFree }] : []),
  ]);
  if ("full" in spent) {
    if (spent.full === moneyKeys.captchaFree) throw new Refusal("CAPTCHA_NEEDED");
    // A day of WIB, which no window of the clock is.
    throw paused(Math.ceil((day.getTime() + 86_400_000 - now.getTime()) / 1000));
  }
  // A stranger's share of it is taken by now; the rule's other conditions may have changed since they were checked.
  if (isStranger && after === "NOTHING" && !(await captchaContextOf(services, trx, asker, mobileNumber)).isQuiet)
    throw new Refusal("CAPTCHA_NEEDED");
  return (["all", "strangers"] as const).filter((share) => {
    const sum = spent.sums.get(moneyKeys[share]);
    return sum !== undefined && passesHalf(sum, price, shares[share]);
  });
}

/** Rupiah that one-time codes have cost since 00:00 WIB. */
export const moneySpentOn = async (reader: Reader, now: Date): Promise<number> => {
  const { all: key } = moneyKeys;
  return (await codeCounters.countsOf(reader, [{ key, start: moneyDayStart(now) }])).get(key) ?? 0;
};

/** Half of the daily budget is spent: operators should find out why before the rest is. */
export function reportHalfSpent(services: Services, passed: Halves): void {
  if (passed.includes("strangers")) services.log.error("half of the day's money for strangers' codes is spent");
  if (passed.includes("all")) services.log.error("half of the day's money for codes is spent");
}
