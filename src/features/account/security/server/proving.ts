/** Its owner proves a frozen account: a code to the former number, NIK and face. // Spec account 2 */
import { identityOf, proveFaceFor, refuseMissing, type StepFace } from "#features/account/identity/server/index.ts";
import { blockCause, lockBorrower } from "#features/account/login/server/index.ts";
import { consumeProof, numberIndexOf, proveCode, provenNumber } from "#features/account/verification/server/index.ts";
import { addSelfie, answerAsk } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Database, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { reopenContest } from "./contest.ts";
import { contestReview } from "./contest-review.ts";
import { contestOfNumber, contestOfSession, lockContest, type ContestRow } from "./contest-store.ts";
import { contestStates } from "./lifecycle.ts";
import { defineQuestion } from "#server/questions.ts";

const purpose = "UNFREEZE";

/** Asked by the page of a frozen account: the page for paying its bills without a login; null when nothing is owed. */
export const billsPageWithoutLogin = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<`/${string}` | null>
>("bills-page-without-login", "MANY");

/** The page for paying a frozen account's bills; null when nothing is owed. */
export async function billsOf(services: Services, reader: Reader, borrowerId: string): Promise<string | null> {
  for (const billsPage of services.ask(billsPageWithoutLogin)) {
    const path = await billsPage(services, reader, borrowerId);
    if (path) return path;
  }
  return null;
}

/** Facts about the frozen account for a person who proved its number. */
export interface UnfreezingCase {
  contest: ContestRow;
  /** A face was verified on the account: NIK and selfie are needed. */
  needsFace: boolean;
}

/** The frozen account whose number this session has proven. @throws Refusal VERIFICATION_NEEDED, CONTEST_UNKNOWN */
async function unfreezingOf(
  services: Services,
  reader: Database,
  sessionId: string,
): Promise<UnfreezingCase & { verificationId: string }> {
  const proven = await provenNumber(services, reader, sessionId, purpose);
  if (!proven) throw new Refusal("VERIFICATION_NEEDED");
  const contest = await contestOfNumber(reader, numberIndexOf(services, proven.mobileNumber));
  // An account that staff blocked, or that has been closed, cannot be released by its owner.
  if (!contest || (await blockCause(reader, contest.borrowerId)) === null) throw new Refusal("CONTEST_UNKNOWN");
  const identity = await identityOf(services, reader, contest.borrowerId);
  return { contest, needsFace: identity?.faceVerified === true, verificationId: proven.verificationId };
}

export interface UnfreezeInput extends StepFace {
  sessionId: string;
  verificationId: string;
  code: string | undefined;
}

/**
 * Records that the owner has proven number and face; the case continues. A second proof changes nothing, and an account
 * that stayed frozen gets a new case. The code stays valid while the face is refused.
 * @throws Refusal of the call `unfreeze`
 */
export async function proveOwnership(services: Services, input: UnfreezeInput): Promise<UnfreezingCase> {
  const { database, clock } = services;
  const { sessionId, verificationId, code } = input;
  if (code !== undefined) await proveCode(services, { verificationId, code, sessionId, purpose });
  const { contest: known, needsFace, verificationId: proven } = await unfreezingOf(services, database, sessionId);
  if (proven !== verificationId) throw new Refusal("VERIFICATION_NEEDED");
  if (!needsFace) refuseMissing({ agreed: !input.isAgreed && "SERVICE_AGREEMENT_NEEDED" }, input);
  const { borrowerId: ownerId } = known;
  const face = needsFace ? await proveFaceFor(services, { ...input, borrowerId: ownerId, flow: "UNFREEZE" }) : null;
  // Staff must check the face first; the code stays valid until then, or a new one is requested.
  if (needsFace && face === null) return { contest: known, needsFace };
  // The deciders compare it with the account's card and selfie. An account that stayed frozen gets its case with this proof.
  if (face && known.state !== "KEPT") await addSelfie(services, ofContest(known), face.selfie);
  const proved = await transact(database, async (trx) => {
    await consumeProof(services, trx, { verificationId, purpose, sessionId });
    await lockBorrower(trx, known.borrowerId);
    const at = clock.now();
    const locked = await lockContest(trx, known.borrowerId, known.id);
    if (!locked || locked.state === "RELEASED") throw new Refusal("CONTEST_UNKNOWN");
    const contest = locked.state === "KEPT" ? await reopenContest(services, trx, locked) : locked;
    const { borrowerId, id } = contest;
    const set = {
      provenAt: at,
      similarityPpm: face?.similarityPpm ?? null,
      faceCheckId: face?.checkId ?? null,
      provenSessionId: sessionId,
    };
    await face?.use(trx);
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
    return { contest: { ...contest, state: "PROVEN" as const, provenAt: at }, needsFace };
  });
  if (face && known.state === "KEPT") await addSelfie(services, ofContest(proved.contest), face.selfie);
  return proved;
}

const ofContest = ({ borrowerId, id: subjectId }: Pick<ContestRow, "borrowerId" | "id">) => ({
  kind: contestReview,
  borrowerId,
  subjectId,
  whileWaiting: true,
});

/**
 * The state of the case for a page that is opened again: by a proven number, or in the browser that has proven the
 * account before.
 * @throws Refusal VERIFICATION_NEEDED, CONTEST_UNKNOWN
 */
export async function readUnfreezing(services: Services, sessionId: string): Promise<UnfreezingCase> {
  const { database } = services;
  if (await provenNumber(services, database, sessionId, purpose)) return unfreezingOf(services, database, sessionId);
  const contest = await contestOfSession(database, sessionId);
  // An account that is frozen again, or whose case starts again, has to be proven again.
  if (contest === null || contest.state === "FROZEN") throw new Refusal("VERIFICATION_NEEDED");
  return { contest, needsFace: contest.faceCheckId !== null };
}

/** Borrower id of the frozen account whose number a session has proven, for a face check by staff. @throws Refusal VERIFICATION_NEEDED, CONTEST_UNKNOWN */
export const frozenAccount = async (services: Services, sessionId: string): Promise<string> =>
  (await unfreezingOf(services, services.database, sessionId)).contest.borrowerId;
