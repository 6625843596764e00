/** Checks after a request was sent: whether an account matches, and whether the face is its owner's. */
import * as v from "valibot";
import { blockCause, borrowerStatus } from "#features/account/login/server/index.ts";
import { recheckFace, identityOf } from "#features/account/identity/server/index.ts";
import { frozenWithNumber } from "#features/account/security/server/index.ts";
import { ownerOfNumber } from "#features/account/verification/server/index.ts";
import { evidenceOf, isShownFreely, openReview, readEvidence } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { defineJob } from "#server/work/jobs.ts";
import { warnNumberOwner } from "./owner.ts";
import { lostNumberReview } from "./review.ts";
import {
  lostNumberFactsOf,
  findLostNumberRequest,
  updateLostNumber,
  sealLostNumberFacts,
  type LostNumberFacts,
  type LostNumberRow,
} from "./store.ts";

export const checkRequest = defineJob("lost-number-check", v.object({ requestId: v.string() }));

/**
 * The account with this number, NIK and birth date and a verified face; null without one. Without a verified face there
 * is no recovery. It is open, or frozen by its owner: in that case it may have had another number since.
 * // docs/decisions/254
 */
async function accountOf(services: Services, reader: Reader, facts: LostNumberFacts): Promise<string | null> {
  const { oldNumber, nik, birthDate } = facts;
  const candidates = [
    await ownerOfNumber(services, reader, oldNumber),
    await frozenWithNumber(services, reader, oldNumber),
  ];
  for (const borrowerId of candidates) {
    if (borrowerId === null || !(await isRecoverable(reader, borrowerId))) continue;
    const identity = await identityOf(services, reader, borrowerId);
    if (identity?.faceVerified && identity.nik === nik && identity.birthDate === birthDate) return borrowerId;
  }
  return null;
}

/** An account is recoverable if it is open, or frozen by its owner; not if staff blocked it or it is closed. */
export const isRecoverable = async (reader: Reader, borrowerId: string): Promise<boolean> =>
  (await borrowerStatus(reader, borrowerId)) === "ACTIVE" || (await blockCause(reader, borrowerId)) !== null;

/** Refusals that say nothing about the face: the check is repeated. */
const again: readonly string[] = ["FACE_UNAVAILABLE", "RATE_LIMITED"];

async function faceOf(
  services: Services,
  row: LostNumberRow,
  facts: LostNumberFacts,
  borrowerId: string,
): Promise<Pick<LostNumberFacts, "face" | "similarityPpm">> {
  const { database } = services;
  const selfie = (await evidenceOf(database, row.ownerId, row.id)).find((shown) => !isShownFreely(shown));
  const found = selfie && (await readEvidence(services, database, row.ownerId, row.id, selfie.id));
  if (!found) return { face: "FACE_UNREADABLE" };
  try {
    const { similarityPpm } = await recheckFace(services, {
      borrowerId,
      purpose: "LOST_NUMBER",
      nik: facts.nik,
      // The account was found by this very NIK.
      from: null,
      selfie: found.bytes,
      agreed: { language: facts.language, device: facts.device },
    });
    return { face: "MATCH", similarityPpm };
  } catch (error) {
    if (!(error instanceof Refusal) || again.includes(error.code)) throw error;
    return { face: error.code };
  }
}

/** Checks a request once; opens the case when an account matches, and staff decide about the face. */
export async function runCheck(services: Services, requestId: string): Promise<void> {
  const { database } = services;
  const row = await findLostNumberRequest(database, requestId);
  if (row?.state !== "SUBMITTED" || row.checkedAt !== null) return;
  const facts = await lostNumberFactsOf(services, database, row);
  const borrowerId = await accountOf(services, database, facts);
  // Too many requests about one number or NIK: no face check is spent on it, and people compare.
  const face =
    borrowerId === null ? {} : facts.isBeyond ? { face: "MANY_ASKED" } : await faceOf(services, row, facts, borrowerId);
  await transact(database, async (trx) => {
    const locked = await findLostNumberRequest(trx, requestId, { isHeld: true });
    if (locked?.state !== "SUBMITTED" || locked.checkedAt !== null) return;
    const factsSealed = await sealLostNumberFacts(services, trx, locked, { ...facts, ...face });
    await updateLostNumber(trx, requestId, { factsSealed, checkedAt: services.clock.now(), borrowerId });
    if (borrowerId === null) return;
    await warnNumberOwner(services, trx, { ...locked, factsSealed, borrowerId });
    const about = { borrowerId: locked.ownerId, subjectId: requestId };
    await openReview(services, trx, lostNumberReview, { ...about, facts: { face: face.face ?? "" } });
  });
}
