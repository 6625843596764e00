/** Its owner proves a frozen account: a code to the number that stood before, NIK and face. // Spec account 2 */
import { checkFaceAgain, identityOf } from "#features/account/identity/server/index.ts";
import { blockCause, lockBorrower } from "#features/account/login/server/index.ts";
import { consumeProof, numberIndexOf, proveCode, provenNumber } from "#features/account/verification/server/index.ts";
import { answerAsk } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { fieldText } from "#shared/fields/problems.ts";
import type { Language } from "#shared/texts.ts";
import { contestAgain } from "./contest.ts";
import { contestReview } from "./contest-review.ts";
import { contestOfNumber, lockContest, type ContestRow } from "./contest-store.ts";
import { contestStates } from "./lifecycle.ts";

const purpose = "UNFREEZE";

/** What whoever proved the number may know of the frozen account. */
export interface Unfreezing {
  contest: ContestRow;
  /** A face was verified on the account: NIK and selfie are needed. */
  needsFace: boolean;
}

/** The frozen account whose number this session has proven. @throws Refusal VERIFICATION_NEEDED, CONTEST_UNKNOWN */
export async function unfreezingOf(
  services: Services,
  reader: Database,
  sessionId: string,
): Promise<Unfreezing & { verificationId: string }> {
  const proven = await provenNumber(services, reader, sessionId, purpose);
  if (!proven) throw new Refusal("VERIFICATION_NEEDED");
  const contest = await contestOfNumber(reader, numberIndexOf(services, proven.mobileNumber));
  // One that staff blocked, or that was closed meanwhile, is not released by its owner.
  if (!contest || (await blockCause(reader, contest.borrowerId)) === null) throw new Refusal("CONTEST_UNKNOWN");
  const identity = await identityOf(services, reader, contest.borrowerId);
  return { contest, needsFace: identity?.faceVerified === true, verificationId: proven.verificationId };
}

export interface UnfreezeInput {
  sessionId: string;
  verificationId: string;
  code: string | undefined;
  nik: string | undefined;
  selfie: Uint8Array | undefined;
  agreed: { language: Language; device: string };
}

/**
 * Notes that the owner has proven number and face; the case goes on. Proven again it is the same, and one that stayed frozen gets a new case.
 * The code stays good while the face is refused.
 * @throws Refusal of the call `unfreeze`
 */
export async function prove(services: Services, input: UnfreezeInput): Promise<Unfreezing> {
  const { database, clock } = services;
  const { sessionId, verificationId, code } = input;
  if (code !== undefined) await proveCode(services, { verificationId, code, sessionId, purpose });
  const { contest: known, needsFace, verificationId: proven } = await unfreezingOf(services, database, sessionId);
  if (proven !== verificationId) throw new Refusal("VERIFICATION_NEEDED");
  const similarityPpm = needsFace ? await faceOf(services, known.borrowerId, input) : null;
  return transact(database, async (trx) => {
    await consumeProof(services, trx, { verificationId, purpose, sessionId });
    await lockBorrower(trx, known.borrowerId);
    const at = clock.now();
    const held = await lockContest(trx, known.borrowerId, known.id);
    if (!held || held.state === "RELEASED") throw new Refusal("CONTEST_UNKNOWN");
    const contest = held.state === "KEPT" ? await contestAgain(services, trx, held) : held;
    const { borrowerId, id } = contest;
    const set = {
      proven_at: at,
      similarity_ppm: similarityPpm?.ppm ?? null,
      face_check_id: similarityPpm?.checkId ?? null,
    };
    await contestStates.move(trx, {
      id,
      borrowerId,
      from: ["FROZEN"],
      to: "PROVEN",
      actor: "BORROWER",
      cause: "PROVEN",
      at,
      set,
    });
    await answerAsk(services, trx, contestReview, id);
    return { contest: { ...contest, state: "PROVEN", provenAt: at }, needsFace };
  });
}

async function faceOf(
  services: Services,
  borrowerId: string,
  { nik, selfie, agreed }: UnfreezeInput,
): Promise<{ ppm: number; checkId: string }> {
  const missing = [...(nik === undefined ? ["nik"] : []), ...(selfie === undefined ? ["photo"] : [])];
  if (nik === undefined || selfie === undefined)
    throw new Refusal(
      "INPUT_INVALID",
      undefined,
      missing.map((path) => ({ path, code: "REQUIRED", detail: fieldText("REQUIRED", agreed.language) })),
    );
  const { similarityPpm, checkId } = await checkFaceAgain(services, {
    borrowerId,
    purpose: "UNFREEZE",
    nik,
    selfie,
    agreed,
  });
  return { ppm: similarityPpm, checkId };
}
