/** The steps of a request, each taken once and in order. Requests to a partner run before the transaction of the step. */
import type { OwnRequest } from "#features/account/change-request/server/index.ts";
import {
  foundOf,
  identityOf,
  isIdentityComplete,
  proveFaceFor,
  type StepFace,
} from "#features/account/identity/server/index.ts";
import { heldUntil, refuseOnHold } from "#features/account/hold/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import {
  consumeProof,
  numberOf,
  ownerOfNumber,
  proveCode,
  reservationOf,
  sendBeyondCaptcha,
  type Asker,
} from "#features/account/verification/server/index.ts";
import type { SentVerification } from "#features/account/verification/contract.ts";
import { addSelfie, openReview, withdrawReview } from "#features/platform/review/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import type { Language } from "#shared/texts.ts";
import { newNumberCodes, mobileChangePauseDays, type proveNewNumber, type startMobileChange } from "../contract.ts";
import { mobileChangeFlagsOf } from "./flags.ts";
import { mobileChange, mobileChangeReview } from "./kind.ts";
import { mobileChangeReceivedNotice } from "./notices.ts";
import { mobileChangeProofs } from "./proof.ts";

const dayMilliseconds = 86_400_000;
/** When the next change may begin; null: now. */
async function pausedUntil(services: Services, reader: Reader, borrowerId: string): Promise<Date | null> {
  const last = await mobileChange.lastDone(reader, borrowerId);
  const from = last && new Date(last.getTime() + mobileChangePauseDays * dayMilliseconds);
  return from && from > services.clock.now() ? from : null;
}

/** The reason why a request cannot begin; null when it can. */
export async function mobileChangeObstacleOf(services: Services, reader: Reader, borrowerId: string) {
  const paused = await pausedUntil(services, reader, borrowerId);
  if (paused) return { code: "CHANGE_TOO_SOON" as const, until: paused.toISOString() };
  const holdUntil = await heldUntil(services, reader, borrowerId);
  if (holdUntil) return { code: "SECURITY_HOLD" as const, until: holdUntil.toISOString() };
  if (!(await isIdentityComplete(reader, borrowerId))) return { code: "IDENTITY_UNVERIFIED" as const, until: null };
  return null;
}

/** Starts a request, or continues the open one. @throws Refusal SECURITY_HOLD, CHANGE_TOO_SOON, IDENTITY_UNVERIFIED */
export async function openMobileChange(
  services: Services,
  asker: Pick<Asker, "deviceIndex" | "language"> & { borrowerId: string },
): Promise<void> {
  const { borrowerId, deviceIndex, language } = asker;
  await transact(services.database, async (trx) => {
    if ((await mobileChange.find(services, trx, borrowerId))?.isOpen) return;
    await refuseOnHold(services, trx, borrowerId, language);
    const from = await pausedUntil(services, trx, borrowerId);
    if (from)
      throw new Refusal<typeof startMobileChange.problems>("CHANGE_TOO_SOON", {
        from: from.toISOString(),
        fromText: formatInstant(from, language),
      });
    if (!(await isIdentityComplete(trx, borrowerId))) throw new Refusal("IDENTITY_UNVERIFIED");
    await mobileChange.start(services, trx, { borrowerId, deviceIndex });
  });
}

/** @throws Refusal SECURITY_HOLD, STEP_ORDER, CHANGE_REQUEST_UNKNOWN, and those of `proofProblems` */
export async function proveOld(
  services: Services,
  own: OwnRequest,
  { verificationId, code, language }: { verificationId: string; code: string | undefined; language: Language },
): Promise<void> {
  const { database } = services;
  const { isNext, request } = await mobileChange.isNext(services, database, { ...own, to: "OLD_PROVEN" });
  // Another login proves the number again, and continues at the request's current step.
  if (!isNext && request.provenSessionId === own.sessionId) return;
  const challenge = { verificationId, purpose: "OLD_NUMBER", sessionId: own.sessionId } as const;
  if (code !== undefined) await proveCode(services, { ...challenge, code });
  await transact(database, async (trx) => {
    await refuseOnHold(services, trx, own.borrowerId, language);
    await consumeProof(services, trx, challenge);
    await mobileChange.step(services, trx, { ...own, to: "OLD_PROVEN", cause: "CODE" });
  });
}

/** While staff check the face, the step waits for them. @throws Refusal STEP_ORDER, CHANGE_REQUEST_UNKNOWN, and those of `faceRecheckProblems` */
export async function proveFaceForMobileChange(services: Services, own: OwnRequest, sent: StepFace): Promise<void> {
  const { database } = services;
  const { borrowerId, id: subjectId } = own;
  if (!(await mobileChange.isNext(services, database, { ...own, to: "IDENTITY_PROVEN" })).isNext) return;
  const face = await proveFaceFor(services, { ...sent, borrowerId, flow: "MOBILE_CHANGE" });
  if (!face) return;
  await addSelfie(services, { kind: mobileChangeReview, borrowerId, subjectId }, face.selfie);
  const found = foundOf(face);
  await transact(database, async (trx) => {
    await face.use(trx);
    await mobileChange.step(services, trx, { ...own, to: "IDENTITY_PROVEN", cause: "FACE", found });
  });
}

/** Names the number and sends it a code. @throws Refusal NUMBER_SAME, STEP_ORDER, CHANGE_REQUEST_UNKNOWN, and those of the caps of codes */
export async function sendNewNumberCode(
  services: Services,
  asker: Asker & OwnRequest,
  { mobileNumber, channel }: { mobileNumber: string; channel: VerificationChannel },
): Promise<SentVerification> {
  const { database } = services;
  const { borrowerId } = asker;
  const own = { borrowerId, id: asker.id, sessionId: asker.sessionId };
  if ((await numberOf(services, database, borrowerId)) === mobileNumber) throw new Refusal("NUMBER_SAME");
  await transact(database, (trx) =>
    mobileChange.keep(services, trx, { ...own, during: "IDENTITY_PROVEN", found: { newNumber: mobileNumber } }),
  );
  await limitRate(services, database, newNumberCodes, borrowerId);
  return sendBeyondCaptcha(services, asker, { mobileNumber, purpose: "NEW_NUMBER", channel });
}

/** @throws Refusal NUMBER_TAKEN, STEP_ORDER, CHANGE_REQUEST_UNKNOWN, and those of `proofProblems` */
export async function proveNew(
  services: Services,
  own: OwnRequest,
  { verificationId, code }: { verificationId: string; code: string | undefined },
): Promise<void> {
  const { database } = services;
  const { isNext, request } = await mobileChange.isNext(services, database, { ...own, to: "NEW_PROVEN" });
  if (!isNext) return;
  const mobileNumber = request.facts.newNumber;
  // The number is checked before the code: a code for another number proves nothing here.
  if (mobileNumber === undefined) throw new Refusal("VERIFICATION_NEEDED");
  const challenge = { verificationId, purpose: "NEW_NUMBER", sessionId: own.sessionId, mobileNumber } as const;
  if (code !== undefined) await proveCode(services, { ...challenge, code });
  const result = await transact(database, async (trx) => {
    await consumeProof(services, trx, challenge);
    const other = await otherWith(services, trx, own.borrowerId, mobileNumber);
    if (other) return { canMerge: await isSamePerson(services, trx, own.borrowerId, other) };
    await mobileChange.step(services, trx, { ...own, to: "NEW_PROVEN", cause: "CODE" });
    return null;
  });
  if (result) throw new Refusal<typeof proveNewNumber.problems>("NUMBER_TAKEN", result);
}

/** Another account that has the number, or for which it is reserved. */
async function otherWith(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  mobileNumber: string,
): Promise<string | null> {
  const owner = await ownerOfNumber(services, trx, mobileNumber);
  const other = owner ?? (await reservationOf(services, trx, mobileNumber))?.borrowerId ?? null;
  return other === borrowerId ? null : other;
}

async function isSamePerson(services: Services, trx: Transaction, one: string, other: string): Promise<boolean> {
  const [ownIdentity, otherIdentity] = [await identityOf(services, trx, one), await identityOf(services, trx, other)];
  return ownIdentity !== null && otherIdentity?.faceVerified === true && ownIdentity.nik === otherIdentity.nik;
}

/**
 * Sends the request: opens the case, and notifies the current number, so that its owner can object.
 * @throws Refusal SECURITY_HOLD, PROOF_NEEDED, STEP_ORDER, CHANGE_REQUEST_UNKNOWN
 */
export async function sendMobileChangeToReview(
  services: Services,
  trx: Transaction,
  own: OwnRequest,
  { device, language }: { device: string; language: Language },
): Promise<void> {
  const { borrowerId, id: subjectId } = own;
  const { isNext, request } = await mobileChange.isNext(services, trx, { ...own, to: "SUBMITTED" });
  if (!isNext) return;
  await refuseOnHold(services, trx, borrowerId, language);
  const oldNumber = (await numberOf(services, trx, borrowerId)) ?? "";
  const flags = await mobileChangeFlagsOf(services, trx, request, oldNumber);
  if (flags.length > 0 && (await mobileChangeProofs.countPhotos(trx, own)) === 0) throw new Refusal("PROOF_NEEDED");
  await mobileChange.step(services, trx, {
    ...own,
    to: "SUBMITTED",
    cause: "SENT",
    found: { oldNumber, device },
    facts: { flags: flags.length },
  });
  await openReview(services, trx, mobileChangeReview, { borrowerId, subjectId, facts: { flags } });
  await notifySecurity(services, trx, { borrowerId, kind: "NUMBER_CHANGE_ASKED", id: subjectId, device });
  await notify(services, trx, mobileChangeReceivedNotice, {
    id: subjectId,
    borrowerId,
    values: { masked: maskPhone(request.facts.newNumber ?? "") },
  });
}

/** Withdraws the request; one that has ended stays unchanged. @throws Refusal CHANGE_REQUEST_UNKNOWN */
export async function cancelMobileChange(services: Services, { borrowerId, id }: OwnRequest): Promise<void> {
  await transact(services.database, async (trx) => {
    if (!(await mobileChange.one(services, trx, { borrowerId, id }))) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
    const about = { borrowerId, id, to: "WITHDRAWN", actor: "BORROWER", cause: "WITHDRAWN" } as const;
    if (await mobileChange.decide(services, trx, about)) await withdrawReview(services, trx, mobileChangeReview, id);
  });
}
