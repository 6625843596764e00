/** Sends codes within the caps of a number; further limits are in `spending.ts`. */
import { type Database, type Transaction, type Reader, transact } from "#server/database.server.ts";
import type { Caller } from "#server/call/caller.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { fieldProblemText } from "#shared/fields/problems.ts";
import { isAnonymousPurpose, type MobilePurpose } from "#shared/purposes.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import { codeSeconds, maxTries, ownNumberPurposes, type sendProblems, type SentVerification } from "../contract.ts";
import { addressPurpose, addressWait } from "./address-waits.ts";
import type { Asker } from "./asker.ts";
import { blockIndexOf, captchaContextOf } from "./captcha-need.ts";
import { isKnownDevice, laneLock } from "./counters.ts";
import { deliverChallenge, mobilePlace, promiseDelivery } from "./delivery.ts";
import { billedMessages } from "./message-text.ts";
import { isOwnNumber, numberIndexOf, numberOf } from "./numbers.ts";
import { moveDeadlines } from "./refused-codes.ts";
import { numberCaps, waitFor, type AskerKind, type Wait } from "./rules.ts";
import { rateLimitRefusal, spendCodes, reportHalfSpent, type SentAfter } from "./spending.ts";
import { addCodeChallenge, latestSends, lockSends, type Challenge, type SentChallenge } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";

export interface SendInput {
  mobileNumber: string;
  purpose: MobilePurpose;
  channel: VerificationChannel;
  after: SentAfter;
  /** The caller brings another proof that the number is theirs (`numberProofs`). */
  isProvenOtherwise?: boolean;
}

/** Asked before a code is sent: whether the caller has something that was sent only to the number's owner. No answer may reveal it. */
export const numberProofs = defineQuestion<
  (services: Services, caller: Caller, numberIndex: string) => Promise<boolean>
>("number-proofs", "MANY");

/** Whether the caller proves by something other than a code that a number (`08…`) is theirs: then the limit for strangers does not apply. */
export async function isProvenOtherwise(services: Services, caller: Caller, mobileNumber: string): Promise<boolean> {
  const numberIndex = numberIndexOf(services, mobileNumber);
  for (const proves of services.ask(numberProofs)) if (await proves(services, caller, numberIndex)) return true;
  return false;
}

/** The number to which a purpose's code goes. @throws Refusal NOT_LOGGED_IN, NUMBER_NOT_YOURS, INPUT_INVALID (a number is needed) */
export async function numberFor(
  services: Services,
  asker: Asker,
  purpose: MobilePurpose,
  typed: string | undefined,
): Promise<string> {
  if (!isAnonymousPurpose(purpose) && !asker.borrowerId) throw new Refusal("NOT_LOGGED_IN");
  if (!ownNumberPurposes.includes(purpose) || !asker.borrowerId) {
    if (typed === undefined)
      throw new Refusal("INPUT_INVALID", undefined, [
        { path: "mobileNumber", code: "REQUIRED", detail: fieldProblemText("REQUIRED", asker.language) },
      ]);
    return typed;
  }
  if (typed !== undefined && (await isOwnNumber(services.database, asker.borrowerId, numberIndexOf(services, typed))))
    return typed;
  const own = typed === undefined ? await numberOf(services, services.database, asker.borrowerId) : null;
  if (own === null) throw new Refusal("NUMBER_NOT_YOURS");
  return own;
}

/** Strangers share a lane of tries; a known device and a logged-in borrower are not locked by a stranger's guesses. // Threat A8 */
export async function smsLaneOf(
  trx: Reader,
  asker: Pick<Asker, "borrowerId" | "deviceIndex">,
  numberIndex: string,
): Promise<string> {
  const isKnown = asker.deviceIndex !== null && (await isKnownDevice(trx, asker.deviceIndex, numberIndex));
  return laneName(asker, isKnown);
}

/** The lane that all strangers to a number share. */
export const openLane = "open";
function laneName({ borrowerId, deviceIndex }: Pick<Asker, "borrowerId" | "deviceIndex">, isKnown: boolean): string {
  if (borrowerId) return `borrower:${borrowerId}`;
  return isKnown ? `device:${deviceIndex}` : openLane;
}

/** The number of sends that the limits of a number count at most. */
const maxCounted = Math.max(...numberCaps.map((cap) => cap.most));

/** Seconds until another code may go to the challenge's number (or address) by its caps. 0: now. */
export async function secondsUntilSend(
  trx: Reader,
  challenge: Pick<Challenge, "numberIndex" | "purpose" | "isStranger" | "borrowerId">,
  now: Date,
): Promise<number> {
  const { numberIndex, purpose, isStranger, borrowerId } = challenge;
  if (purpose === addressPurpose && borrowerId !== null)
    return (await addressWait(trx, numberIndex, { borrowerId, isTheirs: !isStranger }, now))?.seconds ?? 0;
  const kind = isStranger ? "STRANGER" : borrowerId === null ? "KNOWN" : "OWNER";
  return waitFor(await latestSends(trx, numberIndex, maxCounted), now, { kind, purpose })?.seconds ?? 0;
}

/** Seconds until another code may go there and be tried: its caps, and the lock of its lane. 0: now. */
export async function secondsUntilNextCode(trx: Reader, challenge: Challenge, now: Date): Promise<number> {
  const lockedUntil = await laneLock(trx, challenge.numberIndex, challenge.lane, now);
  const lockedSeconds = lockedUntil ? Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000) : 0;
  return Math.max(await secondsUntilSend(trx, challenge, now), lockedSeconds);
}

/**
 * Writes a challenge within all caps and sends its code. Known and unknown numbers take the same path. `database` is
 * the pool to use: the small separate one when the caller holds a transaction.
 * @throws Refusal OTP_TOO_MANY, OTP_RESEND_WAIT, OTP_SEND_LIMIT, OTP_SEND_PAUSED, CAPTCHA_NEEDED, CAPTCHA_AGAIN,
 * NOT_OFFERED_HERE
 */
export async function sendCode(
  services: Services,
  database: Database,
  asker: Asker & { sessionId: string },
  input: SendInput,
): Promise<SentVerification> {
  if (!asker.isServed) throw new Refusal("NOT_OFFERED_HERE");
  const id = services.random.uuid();
  const { passed, resendInSeconds } = await transact(database, (trx) =>
    writeChallenge(services, trx, asker, { ...input, id }),
  ).catch(async (error: unknown) => {
    // A caller with its own transaction may have locked the rows that would be changed.
    if (database === services.database) await moveDeadlines(services, asker, input.purpose, error);
    throw error;
  });
  reportHalfSpent(services, passed);
  // The job is the fallback: a failure here is retried there.
  await deliverChallenge(services, id).catch((error: unknown) =>
    services.log.warn("a code waits for its job", { rowId: id, error }),
  );
  return { verificationId: id, expiresInSeconds: codeSeconds, resendInSeconds };
}

/** Sends a code without a captcha, if the rule allows it. @throws Refusal CAPTCHA_NEEDED, and as `sendCode` */
export async function sendWithoutCaptcha(
  services: Services,
  asker: Asker & { sessionId: string },
  input: Omit<SendInput, "after">,
): Promise<SentVerification> {
  const { database } = services;
  // A check before locking anything; the send checks again, including concurrent sends.
  if ((await captchaContextOf(services, database, asker, input.mobileNumber)).needsCaptcha)
    throw new Refusal("CAPTCHA_NEEDED");
  return sendCode(services, database, asker, { ...input, after: "NOTHING" });
}

/**
 * Sends a code to a person who has proven more than a captcha would: a number of their own and a face. The caller
 * limits to how many numbers a person may send.
 * @throws Refusal as `sendCode`, but for the captcha's
 */
export const sendBeyondCaptcha = (
  services: Services,
  asker: Asker & { sessionId: string },
  input: Omit<SendInput, "after">,
): Promise<SentVerification> => sendCode(services, services.database, asker, { ...input, after: "CAPTCHA" });

/** Returns which halves of the daily budget this send passed, and how soon the next one may follow. */
async function writeChallenge(
  services: Services,
  trx: Transaction,
  asker: Asker & { sessionId: string },
  input: SendInput & { id: string },
): Promise<{ passed: Awaited<ReturnType<typeof spendCodes>>; resendInSeconds: number }> {
  const { id, mobileNumber, purpose, channel, after } = input;
  const { language, brandName, host } = asker;
  const numberIndex = numberIndexOf(services, mobileNumber);
  const now = services.clock.now();
  const sent = await lockSends(trx, numberIndex, now, maxCounted);
  const captchaContext = await captchaContextOf(services, trx, asker, mobileNumber);
  const isStranger = captchaContext.isStranger && input.isProvenOtherwise !== true;
  const kind: AskerKind = isStranger ? "STRANGER" : captchaContext.isOwner ? "OWNER" : "KNOWN";
  refuseEarly(sent, asker, waitFor(sent, now, { kind, purpose }));
  const billed = billedMessages({ language, channel, purpose, brandName, host, minutes: codeSeconds / 60 });
  const price = services.outside.messaging.priceRupiah[channel] * billed;
  const passed = await spendCodes(services, trx, {
    asker,
    mobileNumber,
    isStranger,
    after,
    price,
    now,
  });
  await addCodeChallenge(trx, {
    id,
    numberIndex,
    mobileNumberSealed: services.keys.seal(mobileNumber, mobilePlace(id)),
    purpose,
    channel,
    sessionId: asker.sessionId,
    borrowerId: asker.borrowerId,
    lane: laneName(asker, captchaContext.isKnownDevice),
    deviceIndex: asker.deviceIndex,
    networkIndex: asker.networkIndex,
    blockIndex: blockIndexOf(services, mobileNumber),
    afterCaptcha: after === "CAPTCHA",
    isStranger,
    language,
    brandName,
    host,
    priceRupiah: price,
    delivery: "WAITING",
    deliveryAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeSeconds * 1000),
  });
  await promiseDelivery(services, trx, id);
  const next = waitFor([{ at: now, purpose, byStranger: isStranger }, ...sent], now, { kind, purpose });
  return { passed, resendInSeconds: next?.seconds ?? 0 };
}

/** @param sent latest first. @throws Refusal OTP_TOO_MANY, OTP_RESEND_WAIT, OTP_SEND_LIMIT where the caps ask for a wait */
export function refuseEarly(sent: readonly SentChallenge[], asker: { sessionId: string }, wait: Wait | null): void {
  if (!wait) return;
  if (!wait.isMoment) throw rateLimitRefusal(wait.seconds);
  // A requester who used the code up learns nothing about a sent one: none waits to be entered.
  const isUsedUp = sent[0]?.sessionId === asker.sessionId && sent[0].tries >= maxTries;
  throw new Refusal<typeof sendProblems>(isUsedUp ? "OTP_RESEND_WAIT" : "OTP_TOO_MANY", {
    resendInSeconds: wait.seconds,
    retryInSeconds: wait.seconds,
  });
}
