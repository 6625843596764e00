/** Sends codes within the caps of a number; what else bounds them stands in `spending.ts`. */
import type { Database, Transaction, Reader } from "#server/database.server.ts";
import { transact } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { fieldText } from "#shared/fields/problems.ts";
import { isAnonymousPurpose, type MobilePurpose } from "#shared/purposes.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import {
  codeSeconds,
  maxTries,
  ownNumberPurposes,
  resendSeconds,
  type sendProblems,
  type SentVerification,
} from "../contract.ts";
import type { Asker } from "./asker.ts";
import { blockIndexOf, standingOf } from "./captcha-need.ts";
import { secondsLeft, windowStart } from "#server/window-counters.ts";
import { counters, isKnownDevice, laneLock } from "./counters.ts";
import { deliver, mobilePlace, promiseDelivery } from "./delivery.ts";
import { billedMessages } from "./message-text.ts";
import { isOwnNumber, numberIndexOf, numberOf } from "./numbers.ts";
import { isSprayed, numberCaps, waitFor } from "./rules.ts";
import { limited, spend, tellHalf, type SentAfter } from "./spending.ts";
import { addChallenge, latestSends, lockSends, type Challenge } from "./store.ts";

const sprayWindow = 600;
export interface SendInput {
  mobileNumber: string;
  purpose: MobilePurpose;
  channel: VerificationChannel;
  after: SentAfter;
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

/** Whether guesses of many numbers come from this network now; then no more are taken from strangers there. // Threat A2 */
export async function isSpraying(services: Services, database: Reader, networkIndex: string): Promise<boolean> {
  const start = windowStart(services.clock.now(), sprayWindow);
  const counts = await counters.countsOf(
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
export const sprayRestSeconds = (now: Date): number => secondsLeft(now, sprayWindow);

/** Strangers share a lane of tries; a known device and a logged-in borrower are not locked by a stranger's guesses. // Threat A8 */
export async function laneOf(
  trx: Reader,
  asker: Pick<Asker, "borrowerId" | "deviceIndex">,
  numberIndex: string,
): Promise<string> {
  const isKnown = asker.deviceIndex !== null && (await isKnownDevice(trx, asker.deviceIndex, numberIndex));
  return laneName(asker, isKnown);
}

function laneName({ borrowerId, deviceIndex }: Pick<Asker, "borrowerId" | "deviceIndex">, isKnown: boolean): string {
  if (borrowerId) return `borrower:${borrowerId}`;
  return isKnown ? `device:${deviceIndex}` : "open";
}

/** How many sends the caps of a number look at. */
const maxCounted = Math.max(...numberCaps.map((cap) => cap.most));

/** Seconds until another code may go to the challenge's number and be tried there: its caps, and the lock of its lane. 0: now. */
export async function secondsUntilNextCode(
  trx: Reader,
  challenge: Pick<Challenge, "number_index" | "lane">,
  now: Date,
): Promise<number> {
  const sent = await latestSends(trx, challenge.number_index, maxCounted);
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
 * @throws Refusal OTP_TOO_MANY, OTP_RESEND_WAIT, OTP_SEND_LIMIT, OTP_SEND_PAUSED, CAPTCHA_NEEDED, CAPTCHA_AGAIN, NOT_OFFERED_HERE
 */
export async function sendCode(
  services: Services,
  database: Database,
  asker: Asker & { sessionId: string },
  input: SendInput,
): Promise<SentVerification> {
  if (!asker.isServed) throw new Refusal("NOT_OFFERED_HERE");
  const id = services.random.uuid();
  const passed = await transact(database, (trx) => writeChallenge(services, trx, asker, { ...input, id }));
  tellHalf(services, passed);
  // The job stands behind it: whatever goes wrong here is tried again there.
  await deliver(services, id).catch((error: unknown) =>
    services.log.warn("a code waits for its job", { rowId: id, error }),
  );
  return { verificationId: id, expiresInSeconds: codeSeconds, resendInSeconds: resendSeconds };
}

/** Sends a code that no captcha stood before, where the rule lets it. @throws Refusal CAPTCHA_NEEDED, and as `sendCode` */
export async function sendWithoutCaptcha(
  services: Services,
  asker: Asker & { sessionId: string },
  input: Omit<SendInput, "after">,
): Promise<SentVerification> {
  const { database } = services;
  // Looked at before anything is locked; the send itself looks once more, where all that is under way counts.
  if ((await standingOf(services, database, asker, input.mobileNumber)).needsCaptcha)
    throw new Refusal("CAPTCHA_NEEDED");
  return sendCode(services, database, asker, { ...input, after: "NOTHING" });
}

/**
 * Sends a code to whoever has proven more to the caller than a captcha would: an own number and a face. How many numbers somebody may
 * have written to is the caller's to see to. @throws Refusal as `sendCode`, but for the captcha's
 */
export const sendBeyondCaptcha = (
  services: Services,
  asker: Asker & { sessionId: string },
  input: Omit<SendInput, "after">,
): Promise<SentVerification> => sendCode(services, services.database, asker, { ...input, after: "CAPTCHA" });

/** Answers which halves of the day's money this send passed. */
async function writeChallenge(
  services: Services,
  trx: Transaction,
  asker: Asker & { sessionId: string },
  input: SendInput & { id: string },
): Promise<Awaited<ReturnType<typeof spend>>> {
  const { id, mobileNumber, purpose, channel, after } = input;
  const { language, brandName, host } = asker;
  const numberIndex = numberIndexOf(services, mobileNumber);
  const now = services.clock.now();
  await waitOut(trx, asker, numberIndex, now);
  const standing = await standingOf(services, trx, asker, mobileNumber);
  const billed = billedMessages({ language, channel, purpose, brandName, host, minutes: codeSeconds / 60 });
  const price = services.outside.messaging.priceRupiah[channel] * billed;
  const passed = await spend(services, trx, {
    asker,
    mobileNumber,
    isStranger: standing.isStranger,
    after,
    price,
    now,
  });
  await addChallenge(trx, {
    id,
    number_index: numberIndex,
    mobile_number_sealed: services.keys.seal(mobileNumber, mobilePlace(id)),
    purpose,
    channel,
    session_id: asker.sessionId,
    borrower_id: asker.borrowerId,
    lane: laneName(asker, standing.isKnownDevice),
    device_index: asker.deviceIndex,
    network_index: asker.networkIndex,
    block_index: blockIndexOf(services, mobileNumber),
    after_captcha: after === "CAPTCHA",
    language,
    brand_name: brandName,
    host,
    price_rupiah: price,
    delivery: "WAITING",
    delivery_at: now,
    created_at: now,
    expires_at: new Date(now.getTime() + codeSeconds * 1000),
  });
  await promiseDelivery(services, trx, id);
  return passed;
}

/** Locks the number (or address) for this transaction. @throws Refusal where its caps ask for a wait */
export async function waitOut(
  trx: Transaction,
  asker: Asker & { sessionId: string },
  numberIndex: string,
  now: Date,
): Promise<void> {
  const sent = await lockSends(trx, numberIndex, now, maxCounted);
  const wait = waitFor(
    sent.map((one) => one.created_at),
    now,
  );
  if (wait?.isMoment) {
    // Whoever used the code up is told nothing of one that was sent: none waits to be entered.
    const isUsedUp = sent[0]?.session_id === asker.sessionId && sent[0].tries >= maxTries;
    throw new Refusal<typeof sendProblems>(isUsedUp ? "OTP_RESEND_WAIT" : "OTP_TOO_MANY", {
      resendInSeconds: wait.seconds,
      retryInSeconds: wait.seconds,
    });
  }
  if (wait) throw limited(wait.seconds);
}
