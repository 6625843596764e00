/** Sends codes within their caps: by number, device, block of numbers, network, and money a day. */
import type { Database, Transaction } from "#server/database.server.ts";
import { transact } from "#server/database.server.ts";
import { Refusal } from "#server/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, instantOf } from "#shared/dates.ts";
import { fieldText } from "#shared/fields/problems.ts";
import type { VerificationPurpose } from "#shared/purposes.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import {
  codeSeconds,
  mostTries,
  ownNumberPurposes,
  resendSeconds,
  type sendProblems,
  type SentVerification,
} from "../contract.ts";
import type { Asker } from "./asker.ts";
import { addUpTo, countsOf, isKnownDevice, laneLock, windowStart } from "./counters.ts";
import { deliver, mobilePlace, promiseDelivery } from "./delivery.ts";
import { isOwnNumber, numberIndexOf, numberOf } from "./numbers.ts";
import { blockOf, isDrained, isSprayed, numberCaps, waitFor } from "./rules.ts";
import { addChallenge, latestSends, lockSends, passedCaptcha, type Challenge } from "./store.ts";

const hour = 3600;
const sprayWindow = 600;
/** Codes that one device may ask for, whatever the number. */
const deviceCaps = [
  { name: "hour", most: 60, seconds: hour },
  { name: "day", most: 200, seconds: 86_400 },
];
/** An address or its network is refused only at a rate that no carrier's customers reach. // Product decisions 2 */
const networkMostAnHour = 20_000;

export interface SendWish {
  mobileNumber: string;
  purpose: VerificationPurpose;
  channel: VerificationChannel;
  afterCaptcha: boolean;
}

/** The number to which a purpose's code goes. @throws Refusal NOT_LOGGED_IN, NUMBER_NOT_YOURS, INPUT_INVALID (a number is needed) */
export async function numberFor(
  services: Services,
  asker: Asker,
  purpose: VerificationPurpose,
  typed: string | undefined,
): Promise<string> {
  if (purpose !== "LOGIN" && !asker.borrowerId) throw new Refusal("NOT_LOGGED_IN");
  if (!ownNumberPurposes.includes(purpose) || !asker.borrowerId) {
    if (typed === undefined)
      throw new Refusal("INPUT_INVALID", undefined, [
        { path: "mobileNumber", code: "REQUIRED", detail: fieldText("REQUIRED", asker.language) },
      ]);
    return typed;
  }
  if (typed !== undefined && (await isOwnNumber(services.database, asker.borrowerId, numberIndexOf(services, typed))))
    return typed;
  const own = typed === undefined ? await numberOf(services, services.database, asker.borrowerId) : null;
  if (own === null) throw new Refusal("NUMBER_NOT_YOURS");
  return own;
}

/** Whether a captcha must stand before a code for this caller. It never looks at the number. // Threats A2, A5 */
export async function needsCaptcha(services: Services, asker: Asker): Promise<boolean> {
  if (asker.borrowerId) return false;
  if (!asker.deviceIndex || !(await isKnownDevice(services.database, asker.deviceIndex))) return true;
  return isUnderAttack(services, asker);
}

/** A session that passed a captcha may ask for its next code without one, for an hour and for the same number only. */
export async function mayResend(
  services: Services,
  asker: Asker,
  mobileNumber: string,
  purpose: VerificationPurpose,
): Promise<boolean> {
  if (!asker.sessionId || (await isUnderAttack(services, asker))) return false;
  const since = new Date(services.clock.now().getTime() - hour * 1000);
  return passedCaptcha(services.database, {
    sessionId: asker.sessionId,
    numberIndex: numberIndexOf(services, mobileNumber),
    purpose,
    since,
  });
}

/** Codes are paid for in vain, or guesses rain, in all or from this network: then everyone without a login needs a captcha. */
async function isUnderAttack(services: Services, asker: Asker): Promise<boolean> {
  const now = services.clock.now();
  const start = windowStart(now, hour);
  const recent = windowStart(now, sprayWindow);
  const net = asker.networkIndex;
  const counts = await countsOf(services.database, [
    { key: "sent", start },
    { key: "verified", start },
    { key: `sent:net:${net}`, start },
    { key: `verified:net:${net}`, start },
    { key: "wrong", start: recent },
    { key: "right", start: recent },
  ]);
  const of = (key: string) => counts.get(key) ?? 0;
  return (
    isDrained(of("sent"), of("verified")) ||
    isDrained(of(`sent:net:${net}`), of(`verified:net:${net}`)) ||
    (of("wrong") >= 200 && of("wrong") > 4 * of("right"))
  );
}

/** Whether guesses of many numbers come from this network now; then no more are taken from strangers there. // Threat A2 */
export async function isSpraying(
  services: Services,
  database: Database | Transaction,
  networkIndex: string,
): Promise<boolean> {
  const start = windowStart(services.clock.now(), sprayWindow);
  const counts = await countsOf(
    database,
    ["wrong", "right", `wrong:net:${networkIndex}`, `right:net:${networkIndex}`].map((key) => ({ key, start })),
  );
  const of = (key: string) => counts.get(key) ?? 0;
  return isSprayed(
    { wrong: of("wrong"), right: of("right") },
    { wrong: of(`wrong:net:${networkIndex}`), right: of(`right:net:${networkIndex}`) },
  );
}

export const sprayWindowStart = (now: Date): Date => windowStart(now, sprayWindow);
export const sprayRestSeconds = (now: Date): number =>
  Math.ceil((windowStart(now, sprayWindow).getTime() + sprayWindow * 1000 - now.getTime()) / 1000);

/** Strangers share a lane of tries; a known device and a logged-in borrower are not locked by a stranger's guesses. // Threat A8 */
export async function laneOf(
  trx: Database | Transaction,
  asker: Pick<Asker, "borrowerId" | "deviceIndex">,
  numberIndex: string,
): Promise<string> {
  if (asker.borrowerId) return `borrower:${asker.borrowerId}`;
  if (asker.deviceIndex && (await isKnownDevice(trx, asker.deviceIndex, numberIndex)))
    return `device:${asker.deviceIndex}`;
  return "open";
}

/** How many sends the caps of a number look at. */
const mostCounted = Math.max(...numberCaps.map((cap) => cap.most));

/** Seconds until another code may go to the challenge's number and be tried there: its caps, and the lock of its lane. 0: now. */
export async function secondsUntilNextCode(
  trx: Database | Transaction,
  challenge: Pick<Challenge, "number_index" | "lane">,
  now: Date,
): Promise<number> {
  const sent = await latestSends(trx, challenge.number_index, mostCounted);
  const lockedUntil = await laneLock(trx, challenge.number_index, challenge.lane, now);
  const lockedSeconds = lockedUntil ? Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000) : 0;
  return Math.max(
    waitFor(
      sent.map((one) => one.created_at),
      now,
    )?.seconds ?? 0,
    lockedSeconds,
  );
}

/**
 * Writes a challenge within all caps and sends its code. A known number and an unknown one take the same way.
 * `database` is the pool to use: the small one apart where the caller holds a transaction.
 * @throws Refusal OTP_TOO_MANY, OTP_RESEND_WAIT, OTP_SEND_LIMIT, OTP_SEND_PAUSED, NOT_OFFERED_HERE
 */
export async function sendCode(
  services: Services,
  database: Database,
  asker: Asker & { sessionId: string },
  wish: SendWish,
): Promise<SentVerification> {
  if (!asker.isServed) throw new Refusal("NOT_OFFERED_HERE");
  const numberIndex = numberIndexOf(services, wish.mobileNumber);
  const id = services.random.uuid();
  await transact(database, async (trx) => {
    const now = services.clock.now();
    const sent = await lockSends(trx, numberIndex, now, mostCounted);
    const wait = waitFor(
      sent.map((one) => one.created_at),
      now,
    );
    if (wait?.isMoment) {
      // Whoever used the code up is told nothing of one that was sent: none waits to be entered.
      const isUsedUp = sent[0]?.session_id === asker.sessionId && sent[0].tries >= mostTries;
      throw new Refusal<typeof sendProblems>(isUsedUp ? "OTP_RESEND_WAIT" : "OTP_TOO_MANY", {
        resendInSeconds: wait.seconds,
        retryInSeconds: wait.seconds,
      });
    }
    if (wait) throw limited(wait.seconds);
    const lane = await laneOf(trx, asker, numberIndex);
    const price = services.outside.messaging.priceRupiah[wish.channel];
    await spendBudgets(services, trx, {
      asker,
      mobileNumber: wish.mobileNumber,
      isStranger: lane === "open",
      price,
      now,
    });
    await addChallenge(trx, {
      id,
      number_index: numberIndex,
      mobile_number_sealed: services.keys.seal(wish.mobileNumber, mobilePlace(id)),
      purpose: wish.purpose,
      channel: wish.channel,
      session_id: asker.sessionId,
      borrower_id: asker.borrowerId,
      lane,
      device_index: asker.deviceIndex,
      network_index: asker.networkIndex,
      after_captcha: wish.afterCaptcha,
      language: asker.language,
      brand_name: asker.brandName,
      host: asker.host,
      price_rupiah: price,
      delivery: "WAITING",
      delivery_at: now,
      created_at: now,
      expires_at: new Date(now.getTime() + codeSeconds * 1000),
    });
    await promiseDelivery(services, trx, id);
  });
  // The job stands behind it: whatever goes wrong here is tried again there.
  await deliver(services, id).catch((error: unknown) =>
    services.log.warn("a code waits for its job", { rowId: id, error }),
  );
  return { verificationId: id, expiresInSeconds: codeSeconds, resendInSeconds: resendSeconds };
}

interface Spending {
  asker: Asker;
  mobileNumber: string;
  isStranger: boolean;
  price: number;
  now: Date;
}

/** Counts the send in every budget, or refuses; a refusal undoes the transaction and counts nothing. Always in this order, so that two sends never wait for each other. */
async function spendBudgets(
  services: Services,
  trx: Transaction,
  { asker, mobileNumber, isStranger, price, now }: Spending,
): Promise<void> {
  const start = windowStart(now, hour);
  const endOf = (from: Date, seconds: number) => Math.ceil((from.getTime() + seconds * 1000 - now.getTime()) / 1000);
  if (asker.deviceIndex) {
    for (const cap of deviceCaps) {
      const from = windowStart(now, cap.seconds);
      if (!(await addUpTo(trx, `sent:device:${cap.name}:${asker.deviceIndex}`, from, 1, cap.most)))
        throw limited(endOf(from, cap.seconds));
    }
  }
  const block = services.keys.blindIndex("mobile", `block:${blockOf(mobileNumber)}`);
  const sentToBlock = await addUpTo(trx, `sent:block:${block}`, start, 1, Number.MAX_SAFE_INTEGER);
  const verifiedInBlock =
    (await countsOf(trx, [{ key: `verified:block:${block}`, start }])).get(`verified:block:${block}`) ?? 0;
  // Nobody enters these codes: someone earns by having them sent. People whose device is known still get theirs.
  if (isStranger && isDrained((sentToBlock ?? 1) - 1, verifiedInBlock))
    throw new Refusal<typeof sendProblems>("OTP_SEND_PAUSED", { retryInSeconds: endOf(start, hour) });
  const sentFromNetwork = await addUpTo(trx, `sent:net:${asker.networkIndex}`, start, 1, networkMostAnHour);
  if (sentFromNetwork === undefined)
    throw new Refusal<typeof sendProblems>("OTP_SEND_PAUSED", { retryInSeconds: endOf(start, hour) });
  await addUpTo(trx, "sent", start, 1, Number.MAX_SAFE_INTEGER);
  const today = instantOf(dateInWib(now));
  const spent = await addUpTo(trx, "money", today, price, services.config.verificationBudgetRupiah);
  if (spent === undefined)
    throw new Refusal<typeof sendProblems>("OTP_SEND_PAUSED", { retryInSeconds: endOf(today, 86_400) });
}

function limited(seconds: number): Refusal {
  return new Refusal<typeof sendProblems>("OTP_SEND_LIMIT", {
    retryInSeconds: seconds,
    retryInMinutes: Math.ceil(seconds / 60),
  });
}
