/** Verification: answers to its calls, and functions for other domains. */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { Refusal } from "#server/call/refusal.ts";
import { cookieAge, proveStepUp, stepUpSeconds, type Session } from "#server/call/session.server.ts";
import type { Services } from "#server/services.ts";
import { userToken } from "#server/call/user-token.ts";
import { phone } from "#shared/fields/phone.ts";
import { verificationChannels, type VerificationChannel } from "#shared/fields/verification.ts";
import { isAnonymousPurpose, type VerificationPurpose } from "#shared/purposes.ts";
import {
  codeSeconds,
  generateCaptcha,
  getCaptchaAudio,
  getCaptchaImage,
  getPendingVerification,
  maxTries,
  preCheckNumber,
  sendVerification,
  sendVerificationWithoutCaptcha,
  stepUp,
  verifyVerificationCode,
  type PendingVerification,
} from "../contract.ts";
import { newestAddressCode } from "./address-codes.ts";
import { askerOf, type Asker } from "./asker.ts";
import { captchaAudio, captchaImage, checkCaptcha, makeCaptcha } from "./captcha-check.ts";
import { captchaContextOf } from "./captcha-need.ts";
import { clearLanes, remainingLaneTries, maxLock } from "./counters.ts";
import { mobilePlace, workDelivery } from "./delivery.ts";
import { markOfNumber, numberIndexOf, pastDays } from "./numbers.ts";
import { consumeProof, proveCode } from "./proof.ts";
import {
  isProvenOtherwise,
  numberFor,
  secondsUntilNextCode,
  secondsUntilSend,
  sendCode,
  sendWithoutCaptcha,
} from "./sending.ts";
import {
  deleteServed,
  findChallenge,
  newestChallenge,
  noteCaptchaPass,
  type Challenge,
  type ServedBefore,
} from "./store.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalData } from "./personal-data.ts";

export { deliveriesTo, type CodeDelivery } from "./delivery-list.ts";

export { checkCaptcha, sandboxCaptchaAnswer } from "./captcha-check.ts";
export {
  claimNumber,
  hadNumber,
  networkOfNumber,
  numberIndexOf,
  numberOf,
  ownerOfNumber,
  releaseNumber,
  reservationOf,
  reserveFormer,
  wasAnotherAccounts,
  type Reservation,
} from "./numbers.ts";
export { deviceSince, forgetDevicesOf } from "./devices.ts";
export { maxMovedHours, type RefusedCode } from "./refused-codes.ts";
export { sendBeyondCaptcha } from "./sending.ts";
export { consumeProof, proveCode, type ProofInput } from "./proof.ts";
export { addressPurpose, openAddressCode } from "./address-codes.ts";
export { oneTimeCodeOf } from "./delivery.ts";
import { report } from "./report.ts";
import { borrowerFlags } from "./borrower-flags.ts";
import { reportParts } from "#server/console/report.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { borrowerWarnings, timelineSources, consoleWords } from "#server/console/questions.ts";
import { domainFigures } from "#server/observability/figures.ts";
import { moneySpentOn } from "./spending.ts";
import { linkMark } from "#server/account-questions.ts";
import { textFigures } from "#features/platform/content/server/index.ts";

export { numberProofs } from "./sending.ts";

export { codeRefusals } from "./refused-codes.ts";

const answers: readonly CallAnswer[] = [
  answer(generateCaptcha, async (_input, { services, caller, principal }) => {
    return makeCaptcha(services, askedBy(services, caller, principal.session).sessionId);
  }),
  answer(getCaptchaImage, async ({ captchaKey }, { services }) => captchaImage(services, captchaKey)),
  answer(getCaptchaAudio, async ({ captchaKey }, { services, language }) =>
    captchaAudio(services, captchaKey, language),
  ),
  answer(stepUp, async ({ verificationId, code }, { services, caller, principal, borrowerId }) => {
    const sessionId = principal.session.id;
    const purpose = await purposeOf(services.database, verificationId, sessionId);
    // A login's code opens a session, and an address's proves a mailbox; neither is a fresh proof within a session.
    if (purpose === null || isAnonymousPurpose(purpose) || purpose === "EMAIL_ADDRESS")
      throw new Refusal("VERIFICATION_NEEDED");
    if (code !== undefined) await proveCode(services, { verificationId, code, sessionId, purpose });
    const renewed = await transact(services.database, async (trx) => {
      await consumeProof(services, trx, { verificationId, purpose, sessionId });
      const proven = await proveStepUp(services, trx, sessionId, purpose);
      return { ...proven, maxAgeSeconds: await cookieAge(services, trx, sessionId) };
    });
    principal.session.noteProof(purpose, renewed.until);
    const { maxAgeSeconds } = renewed;
    caller.setSession(renewed);
    caller.setCookie("userToken", userToken(services, borrowerId), { maxAgeSeconds, httpOnly: false });
    return { purpose, validForSeconds: stepUpSeconds };
  }),
  answer(preCheckNumber, async ({ mobileNumber }, { services, caller }) => {
    const asker = askerOf(services, caller, await caller.session());
    const typed = v.safeParse(phone, mobileNumber);
    const valid = asker.isServed && typed.success;
    const captchaContext = await captchaContextOf(
      services,
      services.database,
      asker,
      typed.success ? typed.output : null,
    );
    return { valid, channels: valid ? [...verificationChannels] : [], captchaRequired: captchaContext.needsCaptcha };
  }),
  answer(sendVerification, async (input, { services, caller, principal }) => {
    const asker = askedBy(services, caller, principal.session);
    const mobileNumber = await numberFor(services, asker, input.purpose, input.mobileNumber);
    const { captchaKey, captcha } = input;
    await checkCaptcha(services, caller, { captchaKey, answer: captcha, sessionId: asker.sessionId });
    try {
      const { purpose, channel } = input;
      return await sendCode(services, services.database, asker, {
        mobileNumber,
        purpose,
        channel,
        after: "CAPTCHA",
        isProvenOtherwise: await isProvenOtherwise(services, caller, mobileNumber),
      });
    } catch (error) {
      if (error instanceof Refusal && error.code === "CAPTCHA_AGAIN")
        await noteCaptchaPass(services.database, captchaKey, numberIndexOf(services, mobileNumber));
      throw error;
    }
  }),
  answer(sendVerificationWithoutCaptcha, async (input, { services, caller, principal }) => {
    const asker = askedBy(services, caller, principal.session);
    const { purpose, channel } = input;
    const mobileNumber = await numberFor(services, asker, purpose, input.mobileNumber);
    return sendWithoutCaptcha(services, asker, {
      mobileNumber,
      purpose,
      channel,
      isProvenOtherwise: await isProvenOtherwise(services, caller, mobileNumber),
    });
  }),
  answer(verifyVerificationCode, async ({ verificationId, code }, { services, principal, refuse }) => {
    const sessionId = principal.session.id;
    if (!sessionId) return refuse("VERIFICATION_NEEDED");
    await proveCode(services, { verificationId, code, sessionId });
    return { verified: true };
  }),
  answer(getPendingVerification, async ({ purpose }, { services, caller }) => {
    const now = services.clock.now();
    const session = await caller.session();
    const challenge =
      session && (await newestChallenge(services.database, session.id, purpose, new Date(now.getTime() - 3_600_000)));
    return { pending: challenge ? await pendingOf(services, challenge) : null };
  }),
];

/** The requester of a code; marks the browser with a cookie, so that the right code makes its device known to the number. */
function askedBy(services: Services, caller: Caller, session: Session): Asker & { sessionId: string } {
  if (caller.knownDevice === null) caller.keepDevice();
  return { ...askerOf(services, caller, session), sessionId: session.id };
}

/** Null when its proof was not used in time: then it has expired. */
async function pendingOf(services: Services, challenge: Challenge): Promise<PendingVerification | null> {
  const waits = await waitsOf(services, challenge);
  return (
    waits && {
      verificationId: challenge.id,
      mobileNumber: services.keys.open(challenge.mobileNumberSealed, mobilePlace(challenge.id)),
      channel: challenge.channel as VerificationChannel,
      undeliverable: challenge.delivery === "REJECTED",
      ...waits,
      proven: challenge.provenAt !== null,
    }
  );
}

type Waits = Pick<PendingVerification, "expiresInSeconds" | "resendInSeconds" | "resendAt" | "attemptsLeft">;

async function waitsOf(services: Services, challenge: Challenge): Promise<Waits | null> {
  const now = services.clock.now();
  if (challenge.proofExpiresAt && challenge.proofExpiresAt <= now) return null;
  const until = (instant: Date) => Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1000));
  const [laneLeft, untilSend] = await Promise.all([
    remainingLaneTries(services.database, challenge.numberIndex, challenge.lane, now),
    secondsUntilSend(services.database, challenge, now),
  ]);
  const attemptsLeft = Math.min(maxTries - challenge.tries, laneLeft);
  // The wait that a request would meet; once no try is left, that of OTP_ATTEMPTS: a page must not say two.
  const resendInSeconds = attemptsLeft > 0 ? untilSend : await secondsUntilNextCode(services.database, challenge, now);
  return {
    expiresInSeconds: until(challenge.expiresAt),
    resendInSeconds,
    resendAt: new Date(services.clock.realNow().getTime() + resendInSeconds * 1000).toISOString(),
    attemptsLeft,
  };
}

/** The code that this session waits for from a mail to this address (by its index); null where it asked for none, or used it. */
export async function pendingAddressCode(
  services: Services,
  sessionId: string,
  addressIndex: string,
): Promise<(Waits & { verificationId: string }) | null> {
  const challenge = await newestAddressCode(services, services.database, sessionId, addressIndex);
  const waits = challenge ? await waitsOf(services, challenge) : null;
  return challenge && waits ? { verificationId: challenge.id, ...waits } : null;
}

function work(services: Services): void {
  workDelivery(services);
  services.sweeps.add({
    name: "verification-served",
    everySeconds: 300,
    finds: [
      { table: "captcha", at: "createdAt", afterSeconds: keptSeconds.captcha },
      { table: "verification_challenge", at: "createdAt", afterSeconds: keptSeconds.challenge },
      { table: "verification_counter", at: "windowStart", afterSeconds: keptSeconds.counter },
      { table: "verification_attempt", at: "triedAt", afterSeconds: keptSeconds.attempt },
      { table: "verification_number", at: "lastSentAt", afterSeconds: keptSeconds.challenge },
      { table: "verification_device", at: "verifiedAt", afterSeconds: keptSeconds.device },
      { table: "verified_number_past", at: "endedAt", afterSeconds: keptSeconds.pastNumber },
    ],
    run: () => transact(services.database, (trx) => deleteServed(trx, servedBefore(services.clock.now()), 1_000)),
  });
}

/**
 * Challenges stay 30 days for support's view of deliveries, attempts 2 days, counters 2 days, captchas an hour. A device
 * that has not verified a number for a year is a stranger to it again. Whose a number was is known for 180 days.
 */
const keptSeconds: Record<keyof ServedBefore, number> = {
  captcha: 3600,
  challenge: 30 * 86_400,
  counter: 2 * 86_400,
  attempt: 2 * 86_400,
  device: 365 * 86_400,
  pastNumber: pastDays * 86_400,
};

function servedBefore(now: Date): ServedBefore {
  const before = Object.entries(keptSeconds).map(([what, seconds]) => [what, new Date(now.getTime() - seconds * 1000)]);
  return Object.fromEntries(before) as ServedBefore;
}

/** The purpose of a challenge that this session asked for; null for any other. */
export async function purposeOf(
  trx: Reader,
  verificationId: string,
  sessionId: string,
): Promise<VerificationPurpose | null> {
  const challenge = await findChallenge(trx, verificationId);
  return challenge?.sessionId === sessionId ? (challenge.purpose as VerificationPurpose) : null;
}

/** The number (`08…`) that this session has proven for a purpose and not used yet; null without one, or after its time. */
export async function provenNumber(
  services: Services,
  reader: Reader,
  sessionId: string,
  purpose: VerificationPurpose,
): Promise<{ verificationId: string; mobileNumber: string } | null> {
  const now = services.clock.now();
  const challenge = await newestChallenge(reader, sessionId, purpose, new Date(now.getTime() - 3_600_000));
  if (!challenge?.provenAt || !challenge.proofExpiresAt || challenge.proofExpiresAt <= now) return null;
  const mobileNumber = services.keys.open(challenge.mobileNumberSealed, mobilePlace(challenge.id));
  return { verificationId: challenge.id, mobileNumber };
}

/** Opens the locks that wrong codes and passwords put on a number; returns how many there were. For support. */
export async function unlockNumber(services: Services, trx: Transaction, mobileNumber: string): Promise<number> {
  return clearLanes(trx, numberIndexOf(services, mobileNumber));
}

/** Until when wrong codes or passwords lock a number somewhere; null when unlocked. For support. */
export async function lockedUntil(services: Services, trx: Reader, mobileNumber: string): Promise<Date | null> {
  return maxLock(trx, numberIndexOf(services, mobileNumber), services.clock.now());
}

export { passwordTries, type PasswordTries } from "./passwords.ts";
export { askerOf, type Asker };

export const domain: Domain = {
  answers,
  work,
  answersTo: [
    domainFigures.by(async ({ database, clock }) => [
      { gauge: "tunai.codes.spent.rupiah", labels: {}, value: await moneySpentOn(database, clock.now()) },
    ]),
    reportParts.by(report),
    personalDataHeld.by(personalData),
    borrowerWarnings.by(borrowerFlags),
    timelineSources.by(timeline),
    consoleWords.by(words),
    linkMark.by(markOfNumber),
    textFigures.by(() => ({ otpMinutes: { text: String(codeSeconds / 60) } })),
  ],
};
