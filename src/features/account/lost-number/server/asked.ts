/** A login during a recovery on a device that was known before it: the page asks the owner whether the request is theirs. // Spec account 14 */
import { isDeviceKnownSince, lockBorrower } from "#features/account/login/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { answerRecoveryAsked, getRecoveryAsked } from "../contract.ts";
import { findLostNumberRequest, findOtherOpenLostNumber } from "./store.ts";
import { endForOwner, freezeAgainstLostNumber } from "./sweeps.ts";

/** The request about which this device may be asked; null without one, or when the device came to the account later. */
async function askedOf(reader: Reader, borrowerId: string, deviceIndex: string | null) {
  const open = await findOtherOpenLostNumber(reader, borrowerId);
  if (!open?.submittedAt || !open.effectiveFrom || deviceIndex === null) return null;
  const { id, submittedAt: askedAt, effectiveFrom } = open;
  return (await isDeviceKnownSince(reader, borrowerId, deviceIndex, askedAt)) ? { id, askedAt, effectiveFrom } : null;
}

export const askedAnswers: readonly CallAnswer[] = [
  answer(getRecoveryAsked, async (_input, { database, borrowerId, caller }) => {
    const request = await askedOf(database, borrowerId, caller.knownDevice);
    if (!request) return { asked: null };
    return { asked: { askedAt: request.askedAt.toISOString(), effectiveFrom: request.effectiveFrom.toISOString() } };
  }),
  answer(answerRecoveryAsked, async ({ isMine }, { services, borrowerId, caller, refuse }) => {
    const isDone = await transact(services.database, async (trx) => {
      // Locks the account's row before the request's, in the order of the sweep.
      await lockBorrower(trx, borrowerId);
      const request = await askedOf(trx, borrowerId, caller.knownDevice);
      const row = request && (await findLostNumberRequest(trx, request.id, { isHeld: true }));
      if (!row || row.closedAt !== null) return false;
      if (isMine) return endForOwner(services, trx, row);
      await freezeAgainstLostNumber(services, trx, row, {
        borrowerId,
        device: deviceNameOf(caller.userAgent),
        actor: "BORROWER",
      });
      return true;
    });
    if (!isDone) refuse("RECOVERY_UNKNOWN");
    return { isFrozen: !isMine };
  }),
];
