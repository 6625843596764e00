/** The steps of a request, each taken once and in order; the correct values may be changed until it is sent. */
import type { OwnRequest } from "#features/account/change-request/server/index.ts";
import {
  birthDatesOn,
  foundOf,
  identityOf,
  isIdentityComplete,
  proveFaceFor,
  type StepFace,
} from "#features/account/identity/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import type { Asker } from "#features/account/verification/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { addSelfie, openReview, withdrawReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { CorrectedPerson } from "./facts.ts";
import { changedParts, correctionFlagsOf } from "./flags.ts";
import { correction, correctionReview } from "./kind.ts";
import { correctionReceivedNotice } from "./notices.ts";
import { correctionProofs } from "./proof.ts";

/** The verified identity. @throws Refusal IDENTITY_UNVERIFIED */
async function verifiedPerson(services: Services, reader: Reader, borrowerId: string): Promise<CorrectedPerson> {
  const identity = await identityOf(services, reader, borrowerId);
  if (!identity?.faceVerified) throw new Refusal("IDENTITY_UNVERIFIED");
  const { fullName, nik, birthPlace, birthDate, sex } = identity;
  return { fullName, nik, birthPlace, birthDate, sex };
}

/** Starts a request, or continues the open one. @throws Refusal IDENTITY_UNVERIFIED */
export async function openCorrection(
  services: Services,
  { borrowerId, deviceIndex }: Pick<Asker, "deviceIndex"> & { borrowerId: string },
): Promise<void> {
  await transact(services.database, async (trx) => {
    // A borrower without a verified face changes the card's data on its own page.
    if (!(await isIdentityComplete(trx, borrowerId))) throw new Refusal("IDENTITY_UNVERIFIED");
    await correction.start(services, trx, { borrowerId, deviceIndex });
  });
}

/** While staff check the face, the step waits for them. @throws Refusal STEP_ORDER, CHANGE_REQUEST_UNKNOWN, and those of `faceRecheckProblems` */
export async function proveFaceForCorrection(services: Services, own: OwnRequest, sent: StepFace): Promise<void> {
  const { database } = services;
  const { borrowerId, id: subjectId } = own;
  if (!(await correction.isNext(services, database, { ...own, to: "IDENTITY_PROVEN" })).isNext) return;
  const face = await proveFaceFor(services, { ...sent, borrowerId, flow: "CORRECTION" });
  if (!face) return;
  await addSelfie(services, { kind: correctionReview, borrowerId, subjectId }, face.selfie);
  const found = foundOf(face);
  await transact(database, async (trx) => {
    await face.use(trx);
    await correction.step(services, trx, { ...own, to: "IDENTITY_PROVEN", cause: "FACE", found });
  });
}

/** @throws Refusal BIRTH_DATE_IMPOSSIBLE, CORRECTION_SAME, STEP_ORDER, CHANGE_REQUEST_UNKNOWN, IDENTITY_UNVERIFIED */
export async function nameValues(
  services: Services,
  own: OwnRequest,
  typed: Omit<CorrectedPerson, "nik"> & { nik?: string | undefined },
): Promise<void> {
  const { earliest, latest } = birthDatesOn(dateInWib(services.clock.now()));
  if (typed.birthDate < earliest || typed.birthDate > latest) throw new Refusal("BIRTH_DATE_IMPOSSIBLE");
  await transact(services.database, async (trx) => {
    const before = await verifiedPerson(services, trx, own.borrowerId);
    const after: CorrectedPerson = { ...typed, nik: typed.nik ?? before.nik };
    if (changedParts(before, after).length === 0) throw new Refusal("CORRECTION_SAME");
    const { state } = (await correction.one(services, trx, own)) ?? {};
    if (state === "VALUES_NAMED") await correction.keep(services, trx, { ...own, during: state, found: { after } });
    else await correction.step(services, trx, { ...own, to: "VALUES_NAMED", cause: "NAMED", found: { after } });
  });
}

/** Sends the request: the case opens. @throws Refusal PROOF_NEEDED, STEP_ORDER, CHANGE_REQUEST_UNKNOWN, IDENTITY_UNVERIFIED */
export async function sendCorrectionToReview(
  services: Services,
  trx: Transaction,
  own: OwnRequest,
  device: string,
): Promise<void> {
  const { borrowerId, id: subjectId } = own;
  const { isNext, request } = await correction.isNext(services, trx, { ...own, to: "SUBMITTED" });
  if (!isNext) return;
  if ((await correctionProofs.countPhotos(trx, own)) === 0) throw new Refusal("PROOF_NEEDED");
  const before = await verifiedPerson(services, trx, borrowerId);
  const { after } = request.facts;
  if (!after) throw new Error("Values were named and are not there.");
  const changed = changedParts(before, after);
  const flags = await correctionFlagsOf(services, trx, request, { before, after });
  const facts = { parts: changed.length, flags: flags.length };
  const found = { before, device };
  await correction.step(services, trx, { ...own, to: "SUBMITTED", cause: "SENT", found, facts });
  await openReview(services, trx, correctionReview, { borrowerId, subjectId, facts: { changed, flags } });
  await notifySecurity(services, trx, { borrowerId, kind: "IDENTITY_CORRECTION_ASKED", id: subjectId, device });
  await notify(services, trx, correctionReceivedNotice, { id: subjectId, borrowerId, values: {} });
}

/** Withdraws the request; one that has ended stays as it is. @throws Refusal CHANGE_REQUEST_UNKNOWN */
export async function cancelCorrection(services: Services, { borrowerId, id }: OwnRequest): Promise<void> {
  await transact(services.database, async (trx) => {
    if (!(await correction.one(services, trx, { borrowerId, id }))) throw new Refusal("CHANGE_REQUEST_UNKNOWN");
    const about = { borrowerId, id, to: "WITHDRAWN", actor: "BORROWER", cause: "WITHDRAWN" } as const;
    if (await correction.decide(services, trx, about)) await withdrawReview(services, trx, correctionReview, id);
  });
}
