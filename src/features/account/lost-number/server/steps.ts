/** The steps before sending. None of them looks at an account: every input takes the same path and time. */
import { addShown, shownIn, type ShownFiles } from "#features/account/change-request/server/index.ts";
import { addSelfie } from "#features/platform/review/server/index.ts";
import type { SentVerification } from "#features/account/verification/contract.ts";
import {
  consumeProof,
  ownerOfNumber,
  proveCode,
  reservationOf,
  sendBeyondCaptcha,
  type Asker,
} from "#features/account/verification/server/index.ts";
import { countInWindow, limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import { maxProofPhotos, type changeRequestProblems } from "#features/account/change-request/contract.ts";
import {
  maxRequestsAbout,
  maxNamedNumbers,
  networkRecoveryCodes,
  lostNumberPromisedHours,
  recoveryCodes,
  recoveryUploads,
  requestLimits,
  lostNumberAnswerStates,
  lostNumberUnfinishedHours,
  lostNumberWaitHours,
  type LostNumberRequest,
} from "../contract.ts";
import { checkRequest } from "./check.ts";
import { lostNumberStates } from "./lifecycle.ts";
import { lostNumberReceivedNotice } from "./notices.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { lostNumberReview } from "./review.ts";
import {
  lostNumberFactsOf,
  findLostNumberRequest,
  insertLostNumberRequest,
  updateLostNumber,
  sealLostNumberFacts,
  type LostNumberFacts,
  type LostNumberRow,
} from "./store.ts";

const hour = 3_600_000;
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

export interface OwnLostNumberRequest {
  id: string;
  sessionId: string;
}

/**
 * Whether more was requested about this number or NIK today than the machine checks. Each is counted independently, and
 * no answer shows it.
 */
async function isAskedBeyond(services: Services, { oldNumber, nik }: Pick<LostNumberFacts, "oldNumber" | "nik">) {
  const { database, keys } = services;
  const abouts = [
    `lost-number-number:${keys.blindIndex("mobile", oldNumber)}`,
    `lost-number-nik:${keys.blindIndex("nik", nik)}`,
  ];
  const counts = await Promise.all(abouts.map((about) => countInWindow(services, database, about, 86_400)));
  return counts.some((count) => count > maxRequestsAbout);
}

/** @throws Refusal RATE_LIMITED: three a day by device, and by network */
export async function openLostNumber(
  services: Services,
  asker: Asker & { sessionId: string },
  typed: Pick<LostNumberFacts, "oldNumber" | "nik" | "birthDate" | "brandId" | "device">,
): Promise<LostNumberRow> {
  const { database, random, clock } = services;
  const { ofDevice, ofNetwork } = requestLimits;
  if (asker.deviceIndex) await limitRate(services, database, ofDevice, asker.deviceIndex);
  await limitRate(services, database, ofNetwork, asker.networkIndex);
  const isBeyond = await isAskedBeyond(services, typed);
  const at = clock.now();
  const made = { id: random.uuid(), ownerId: random.uuid(), sessionId: asker.sessionId, createdAt: at };
  const facts = { ...typed, language: asker.language, isBeyond };
  return transact(database, async (trx) => {
    const reference = () => `LN-${Array.from({ length: 8 }, () => alphabet[random.integer(alphabet.length)]).join("")}`;
    const expiresAt = new Date(at.getTime() + lostNumberUnfinishedHours * hour);
    while (!(await insertLostNumberRequest(services, trx, { ...made, reference: reference(), expiresAt }, facts)));
    await lostNumberStates.begin(trx, { id: made.id, actor: "BORROWER", cause: "ASKED", at });
    return (await findLostNumberRequest(trx, made.id))!;
  });
}

const order = ["STARTED", "NEW_PROVEN", "SELFIE_SHOWN", "SUBMITTED"] as const;
type StepState = (typeof order)[number];
const placeOf = (state: string): number => {
  const place = order.findIndex((one) => one === state);
  return place < 0 ? order.length : place;
};

/** The request of this session. @throws Refusal LOST_NUMBER_UNKNOWN */
export async function ownLostNumber(
  reader: Reader,
  { id, sessionId }: OwnLostNumberRequest,
  isHeld = false,
): Promise<LostNumberRow> {
  const row = await findLostNumberRequest(reader, id, { sessionId, isHeld });
  if (!row) throw new Refusal("LOST_NUMBER_UNKNOWN");
  return row;
}

/** Whether this step is the current one; false when it was done before. @throws Refusal STEP_ORDER, LOST_NUMBER_UNKNOWN */
async function isNext(services: Services, reader: Reader, about: OwnLostNumberRequest, to: StepState, isHeld = false) {
  const row = await ownLostNumber(reader, about, isHeld);
  const [currentIndex, nextIndex] = [placeOf(row.state), placeOf(to)];
  const isOpen = row.expiresAt !== null && row.expiresAt > services.clock.now();
  if (currentIndex < nextIndex && (currentIndex !== nextIndex - 1 || !isOpen))
    throw new Refusal<typeof changeRequestProblems>("STEP_ORDER", { path: `/lost-number?request=${row.id}` });
  return { row, isNext: currentIndex < nextIndex };
}

/**
 * Names the new number and sends it a code. `useCaptcha` answers whether the captcha that was sent along is right.
 * @throws Refusal NUMBER_SAME, STEP_ORDER, CAPTCHA_NEEDED, those of `useCaptcha`, and those of the caps of codes
 */
export async function sendLostNumberCode(
  services: Services,
  asker: Asker & OwnLostNumberRequest,
  { mobileNumber, channel }: { mobileNumber: string; channel: VerificationChannel },
  useCaptcha: (() => Promise<void>) | null,
): Promise<SentVerification> {
  const { database } = services;
  const needsCaptcha = ({ named = [] }: LostNumberFacts) =>
    named.length >= maxNamedNumbers && !named.includes(mobileNumber);
  const factsBefore = await lostNumberFactsOf(
    services,
    database,
    (await isNext(services, database, asker, "NEW_PROVEN")).row,
  );
  const isAnswered = needsCaptcha(factsBefore) && useCaptcha !== null;
  if (isAnswered) await useCaptcha();
  await transact(database, async (trx) => {
    const { row, isNext: comes } = await isNext(services, trx, asker, "NEW_PROVEN", true);
    if (!comes)
      throw new Refusal<typeof changeRequestProblems>("STEP_ORDER", { path: `/lost-number?request=${row.id}` });
    const facts = await lostNumberFactsOf(services, trx, row);
    if (facts.oldNumber === mobileNumber) throw new Refusal("NUMBER_SAME");
    // Read again under the lock: of two numbers named at once, the second counts the first.
    if (needsCaptcha(facts) && !isAnswered) throw new Refusal("CAPTCHA_NEEDED");
    const named = [...new Set([...(facts.named ?? []), mobileNumber])];
    const factsSealed = await sealLostNumberFacts(services, trx, row, { ...facts, newNumber: mobileNumber, named });
    await updateLostNumber(trx, row.id, { factsSealed });
  });
  await limitRate(services, database, recoveryCodes, asker.id);
  await limitRate(services, database, networkRecoveryCodes, asker.networkIndex);
  return sendBeyondCaptcha(services, asker, { mobileNumber, purpose: "RECOVER_NUMBER", channel });
}

/** @throws Refusal NUMBER_TAKEN, STEP_ORDER, and those of `proofProblems` */
export async function proveNumber(
  services: Services,
  about: OwnLostNumberRequest,
  { verificationId, code }: { verificationId: string; code: string | undefined },
): Promise<void> {
  const { database } = services;
  const { row, isNext: comes } = await isNext(services, database, about, "NEW_PROVEN");
  if (!comes) return;
  const { newNumber } = await lostNumberFactsOf(services, database, row);
  if (newNumber === undefined) throw new Refusal("VERIFICATION_NEEDED");
  const proof = {
    verificationId,
    purpose: "RECOVER_NUMBER",
    sessionId: about.sessionId,
    mobileNumber: newNumber,
  } as const;
  if (code !== undefined) await proveCode(services, { ...proof, code });
  const isTaken = await transact(database, async (trx) => {
    await consumeProof(services, trx, proof);
    if ((await ownerOfNumber(services, trx, newNumber)) ?? (await reservationOf(services, trx, newNumber))) return true;
    await move(services, trx, row.id, "STARTED", "NEW_PROVEN");
    return false;
  });
  if (isTaken) throw new Refusal("NUMBER_TAKEN");
}

const move = (
  services: Services,
  trx: Transaction,
  id: string,
  from: "STARTED" | "NEW_PROVEN" | "SELFIE_SHOWN",
  to: "NEW_PROVEN" | "SELFIE_SHOWN" | "SUBMITTED",
  set: Parameters<typeof updateLostNumber>[2] = {},
) =>
  lostNumberStates.move(trx, {
    id,
    from: [from],
    to: to as never,
    actor: "BORROWER",
    cause: to,
    at: services.clock.now(),
    set: set as never,
  });

const evidenceSet = ({ id, ownerId }: LostNumberRow) => ({
  kind: lostNumberReview,
  borrowerId: ownerId,
  subjectId: id,
});

/** Keeps the selfie; it is compared once the request is sent. @throws Refusal STEP_ORDER, and those of `cleanPicture` */
export async function showSelfie(services: Services, about: OwnLostNumberRequest, bytes: Uint8Array): Promise<void> {
  const { row, isNext: comes } = await isNext(services, services.database, about, "SELFIE_SHOWN");
  if (!comes) return;
  await limitRate(services, services.database, recoveryUploads, row.id);
  await addSelfie(services, evidenceSet(row), bytes);
  await transact(services.database, (trx) => move(services, trx, row.id, "NEW_PROVEN", "SELFIE_SHOWN"));
}

/** @throws Refusal STEP_ORDER, PHOTO_COUNT, VIDEO_COUNT, and those of `cleanPicture` and `checkVideo` */
export async function showProof(services: Services, about: OwnLostNumberRequest, shown: ShownFiles): Promise<void> {
  const { row, isNext: comes } = await isNext(services, services.database, about, "SUBMITTED");
  const tooLate = new Refusal<typeof changeRequestProblems>("STEP_ORDER", { path: `/lost-number?request=${row.id}` });
  if (!comes) throw tooLate;
  await limitRate(services, services.database, recoveryUploads, row.id);
  await addShown(services, evidenceSet(row), shown).catch((error: unknown) => {
    // The request was sent in at that moment.
    throw error instanceof Refusal && error.code === "PROOF_CLOSED" ? tooLate : error;
  });
}

/** Sends the request; what follows is found out by a job. @throws Refusal PROOF_NEEDED, STEP_ORDER, LOST_NUMBER_UNKNOWN */
export async function sendLostNumberToReview(
  services: Services,
  trx: Transaction,
  about: OwnLostNumberRequest,
): Promise<void> {
  const { row, isNext: comes } = await isNext(services, trx, about, "SUBMITTED", true);
  if (!comes) return;
  if ((await shownOf(trx, row)).photos.length === 0) throw new Refusal("PROOF_NEEDED");
  const at = services.clock.now().getTime();
  const after = (hours: number) => new Date(at + hours * hour);
  await move(services, trx, row.id, "SELFIE_SHOWN", "SUBMITTED", {
    expiresAt: null,
    submittedAt: after(0),
    promisedUntil: after(lostNumberPromisedHours),
    effectiveFrom: after(lostNumberWaitHours),
    // At a random hour, independent of decision and decider: the hour reveals nothing about the result.
    tellAfter: after(
      lostNumberWaitHours + services.random.integer((lostNumberPromisedHours - lostNumberWaitHours) * 60) / 60,
    ),
  });
  const { newNumber = "", language, brandId } = await lostNumberFactsOf(services, trx, row);
  await services.jobs.send(trx, checkRequest, { requestId: row.id });
  const to = { mobileNumber: newNumber, language, brandId };
  await notify(services, trx, lostNumberReceivedNotice, {
    id: row.id,
    to,
    values: { reference: row.reference, requestId: row.id },
  });
}

async function shownOf(reader: Reader, { ownerId, id }: LostNumberRow) {
  const { photos, videoId } = await shownIn(reader, ownerId, id);
  return { photos, hasVideo: videoId !== null };
}

/** The requester's view: the same whatever was found. */
export async function lostNumberViewOf(
  services: Services,
  reader: Reader,
  row: LostNumberRow,
): Promise<LostNumberRequest> {
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  const { newNumber } = await lostNumberFactsOf(services, reader, row);
  const isEnded = row.state === "EXPIRED" || row.state === "DONE" || row.toldAt !== null;
  const state = lostNumberAnswerStates.find((one) => one === row.state) ?? "SUBMITTED";
  return {
    requestId: row.id,
    reference: row.reference,
    state: isEnded ? "ENDED" : state,
    maskedNewNumber: newNumber === undefined ? null : maskPhone(newNumber),
    ...(await shownOf(reader, row)),
    maxPhotos: maxProofPhotos,
    expiresAt: iso(row.expiresAt),
    promisedUntil: iso(row.promisedUntil),
    effectiveFrom: iso(row.effectiveFrom),
  };
}
