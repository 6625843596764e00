/** Calls for a person who has proven a number that may have been resold. */
import { consumeProof } from "#features/account/verification/server/index.ts";
import { answer, type ContextOf, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import { disownNumber, getConfirming } from "../confirm-contract.ts";
import { compareOwner, confirmingOf, disownLogin, releaseAt } from "./confirming.ts";

/** The number of the account that its owner has confirmed. @throws Refusal when the typed data is not the owner's */
export async function confirmedNumber(
  { services, database, principal, caller }: ContextOf<"visitor">,
  typed: { birthDate: string; nikEnding: string },
): Promise<string> {
  const confirming = await confirmingOf(services, database, principal.session, caller.knownDevice);
  await compareOwner(services, confirming.borrowerId, typed);
  return confirming.mobileNumber;
}

/** Calls of a visitor who has proven a number that may have been resold. */
export const confirmAnswers: readonly CallAnswer[] = [
  answer(getConfirming, async (_input, { services, database, principal, caller }) => {
    const { session } = principal;
    const { borrowerId, verificationId } = await confirmingOf(services, database, session, caller.knownDevice);
    return { verificationId, releaseAt: (await releaseAt(database, borrowerId))?.toISOString() ?? null };
  }),
  answer(disownNumber, async ({ verificationId }, { services, database, principal, caller }) => {
    const session = principal.session;
    const { borrowerId, mobileNumber } = await confirmingOf(services, database, session, caller.knownDevice);
    const until = await transact(services.database, async (trx) => {
      const proof = { verificationId, purpose: "LOGIN", sessionId: session.id, mobileNumber } as const;
      await consumeProof(services, trx, proof);
      return disownLogin(services, trx, borrowerId);
    });
    return { releaseAt: until?.toISOString() ?? null };
  }),
];
