/** Answers to who has proven a number that may have been resold. */
import { consumeProof } from "#features/account/verification/server/index.ts";
import { answer, type Api, type ContextOf } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import { confirmAccount, disownNumber, getConfirming } from "../confirm-contract.ts";
import { compareOwner, confirmingOf, disown, releaseAt } from "./confirming.ts";

/** Logs in by a number that this session has proven, once its owner has confirmed the account. */
type EnterConfirmed = (
  context: ContextOf<"visitor">,
  entry: { mobileNumber: string; verificationId: string; rememberDevice: boolean; isConfirmed: true; may: "LOGIN" },
) => Promise<{ userId: string; isNew: boolean }>;

/** Calls of who has proven a number that may have been resold. */
export function confirmAnswers(api: Api, enter: EnterConfirmed): void {
  const { services } = api;
  answer(
    api,
    getConfirming,
  )(async (_input, { database, principal }) => {
    const { borrowerId, verificationId } = await confirmingOf(services, database, principal.session);
    return { verificationId, releaseAt: (await releaseAt(database, borrowerId))?.toISOString() ?? null };
  });

  answer(
    api,
    confirmAccount,
  )(async ({ verificationId, birthDate, nikEnding }, context) => {
    const { database, principal } = context;
    const confirming = await confirmingOf(services, database, principal.session);
    await compareOwner(services, confirming.borrowerId, { birthDate, nikEnding });
    const { mobileNumber } = confirming;
    return enter(context, {
      mobileNumber,
      verificationId,
      rememberDevice: false,
      isConfirmed: true,
      may: "LOGIN",
    });
  });

  answer(
    api,
    disownNumber,
  )(async ({ verificationId }, { database, principal }) => {
    const session = principal.session;
    const { borrowerId, mobileNumber } = await confirmingOf(services, database, session);
    const until = await transact(services.database, async (trx) => {
      const proof = { verificationId, purpose: "LOGIN", sessionId: session.id, mobileNumber } as const;
      await consumeProof(services, trx, proof);
      return disown(services, trx, borrowerId);
    });
    return { releaseAt: until?.toISOString() ?? null };
  });
}
