/** Proves challenges by their codes, and uses the proofs up. A try is counted and committed before anything is compared. */
import { timingSafeEqual } from "node:crypto";
import { secondPool, transact, type Database, type Transaction, type Reader } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { MobilePurpose, VerificationPurpose } from "#shared/purposes.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import { maxTries, ownNumberPurposes, proofSeconds, resendSeconds, type proofProblems } from "../contract.ts";
import { blockIndexOf } from "./captcha-need.ts";
import { windowStart } from "#server/records/window-counters.ts";
import { clearLane, codeCounters, countLaneTry, rememberVerifiedDevice } from "./counters.ts";
import { oneTimeCodeOf, mobilePlace } from "./delivery.ts";
import { countGuess, isSpraying, sprayRestSeconds } from "./guesses.ts";
import { isOwnNumber, numberIndexOf } from "./numbers.ts";
import { openLane, secondsUntilNextCode, sendCode } from "./sending.ts";
import { consumeChallenge, countChallengeTry, findChallenge, proveChallenge, type Challenge } from "./store.ts";

export interface ProofInput {
  verificationId: string;
  /** The typed code; absent if `verifyVerificationCode` proved the challenge before. */
  code?: string | undefined;
  purpose: VerificationPurpose;
  /** The session that requested the code; any other is refused. */
  sessionId: string;
  /** Where given, the challenge must be about this number (`08…`). */
  mobileNumber?: string | undefined;
}

/**
 * Consumes a proof for the one effect of this transaction and returns its number. If `code` is given the challenge is
 * proven first, in a separate transaction, so that a wrong try stays counted when this transaction is rolled back.
 * Purposes about one's own number are refused unless it still is the number of the session's borrower.
 * @throws Refusal VERIFICATION_NEEDED, OTP_WRONG, OTP_EXPIRED, OTP_EXPIRED_UNSENT, OTP_ATTEMPTS (`proofProblems`)
 */
export async function consumeProof(
  services: Services,
  trx: Transaction,
  input: ProofInput,
): Promise<{ mobileNumber: string }> {
  if (input.code !== undefined)
    await proveCode(services, { ...input, code: input.code }, secondPool(services.database));
  const challenge = await consumeChallenge(trx, {
    id: input.verificationId,
    sessionId: input.sessionId,
    purpose: input.purpose,
    now: services.clock.now(),
  });
  if (!challenge || !isAbout(services, challenge, input)) throw new Refusal("VERIFICATION_NEEDED");
  if (ownNumberPurposes.includes(input.purpose)) {
    const isOwn =
      challenge.borrowerId !== null && (await isOwnNumber(trx, challenge.borrowerId, challenge.numberIndex));
    if (!isOwn) throw new Refusal("VERIFICATION_NEEDED");
  }
  return { mobileNumber: services.keys.open(challenge.mobileNumberSealed, mobilePlace(challenge.id)) };
}

function isAbout(services: Services, challenge: Challenge, input: Pick<ProofInput, "mobileNumber">): boolean {
  return input.mobileNumber === undefined || challenge.numberIndex === numberIndexOf(services, input.mobileNumber);
}

export type CodeInput = Omit<ProofInput, "purpose" | "code"> & { purpose?: VerificationPurpose; code: string };

/**
 * Proves a challenge by its code for ten minutes. Call it before the transaction of the effect; within one, `database`
 * is the small pool apart. @throws Refusal as `consumeProof`
 */
export async function proveCode(
  services: Services,
  input: CodeInput,
  database: Database = services.database,
): Promise<void> {
  const now = services.clock.now();
  const challenge = await findChallenge(database, input.verificationId);
  const isOurs =
    challenge?.sessionId === input.sessionId &&
    (input.purpose === undefined || challenge.purpose === input.purpose) &&
    isAbout(services, challenge, input);
  if (!isOurs || challenge.consumedAt || (challenge.proofExpiresAt && challenge.proofExpiresAt <= now))
    throw new Refusal("VERIFICATION_NEEDED");
  const isRight = isSameCode(input.code, oneTimeCodeOf(services, challenge.id));
  if (challenge.provenAt) {
    if (!isRight) throw new Refusal<typeof proofProblems>("OTP_WRONG", { attemptsLeft: maxTries - challenge.tries });
    return;
  }
  if (challenge.expiresAt <= now) throw await expired(services, database, challenge);
  const triesLeft = await countTry(services, database, challenge);
  if (!isRight) {
    await countGuess(services, database, challenge.networkIndex, "wrong");
    throw new Refusal<typeof proofProblems>("OTP_WRONG", { attemptsLeft: triesLeft });
  }
  await proveChallenge(database, challenge.id, now, new Date(now.getTime() + proofSeconds * 1000));
  await countProof(services, database, challenge);
}

/** Counts the try of challenge and lane together, and answers how many are left. A refused try counts in neither. @throws Refusal */
async function countTry(services: Services, database: Database, challenge: Challenge): Promise<number> {
  const now = services.clock.now();
  const { numberIndex, lane } = challenge;
  if (lane === openLane && (await isSpraying(services, database, challenge.networkIndex))) {
    throw await tooMany(database, challenge, now, sprayRestSeconds(now));
  }
  return transact(database, async (trx) => {
    const counted = await countLaneTry(trx, numberIndex, lane, now);
    if (!counted) throw await tooMany(trx, challenge, now);
    const tries = await countChallengeTry(trx, challenge.id, now);
    if (tries === undefined) throw await undecided(trx, challenge, now);
    return maxTries - Math.max(tries, counted.tries);
  });
}

/** Why a challenge accepted no further try: used up, or decided by a concurrent request. */
async function undecided(trx: Transaction, challenge: Challenge, now: Date): Promise<Refusal> {
  const present = await findChallenge(trx, challenge.id);
  return present && present.tries >= maxTries ? tooMany(trx, challenge, now) : new Refusal("VERIFICATION_NEEDED");
}

/** The single wait that matters: until tries are accepted again and a new code may be sent; the page's countdown shows the same. */
async function tooMany(trx: Reader, challenge: Challenge, now: Date, restSeconds = 1): Promise<Refusal> {
  const retryInSeconds = Math.max(restSeconds, await secondsUntilNextCode(trx, challenge, now));
  return new Refusal<typeof proofProblems>("OTP_ATTEMPTS", { retryInSeconds, attemptsLeft: 0 });
}

/** A right code clears the lane, makes the device known to the number, and counts against sends in vain. */
async function countProof(services: Services, database: Database, challenge: Challenge): Promise<void> {
  const now = services.clock.now();
  await clearLane(database, challenge.numberIndex, challenge.lane);
  // A mailbox is no device, and costs no money that a block of numbers could drain.
  if (challenge.purpose === "EMAIL_ADDRESS") return;
  const start = windowStart(now, 3600);
  const mobileNumber = services.keys.open(challenge.mobileNumberSealed, mobilePlace(challenge.id));
  if (challenge.deviceIndex) await rememberVerifiedDevice(database, challenge.numberIndex, challenge.deviceIndex, now);
  await countGuess(services, database, challenge.networkIndex, "right");
  await codeCounters.addOne(database, start, `verified:block:${blockIndexOf(services, mobileNumber)}`);
}

/** An expired code sends a new one, if the caps let it. // Product decisions 2 */
async function expired(services: Services, database: Database, challenge: Challenge): Promise<Refusal> {
  // A mail is written by the domain of the address; it sends the next one.
  if (challenge.purpose === "EMAIL_ADDRESS")
    return new Refusal<typeof proofProblems>("OTP_EXPIRED_UNSENT", {
      resendInSeconds: await secondsUntilNextCode(database, challenge, services.clock.now()),
    });
  const asker = {
    sessionId: challenge.sessionId,
    borrowerId: challenge.borrowerId,
    deviceIndex: challenge.deviceIndex,
    networkIndex: challenge.networkIndex,
    language: challenge.language as Language,
    brandName: challenge.brandName,
    host: challenge.host,
    isServed: true,
  };
  const input = {
    mobileNumber: services.keys.open(challenge.mobileNumberSealed, mobilePlace(challenge.id)),
    purpose: challenge.purpose as MobilePurpose,
    channel: challenge.channel as VerificationChannel,
    // A captcha covers one code and its replacement; afterwards it counts no more.
    after: challenge.afterCaptcha ? "EXPIRED_AFTER_CAPTCHA" : "EXPIRED",
  } as const;
  try {
    return new Refusal<typeof proofProblems>("OTP_EXPIRED", { ...(await sendCode(services, database, asker, input)) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const wait = error.data?.["retryInSeconds"];
    return new Refusal<typeof proofProblems>("OTP_EXPIRED_UNSENT", {
      resendInSeconds: typeof wait === "number" ? wait : resendSeconds,
    });
  }
}

function isSameCode(typed: string, code: string): boolean {
  const [a, b] = [Buffer.from(typed), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}
