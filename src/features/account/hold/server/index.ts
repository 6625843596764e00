/** Holds: whatever has to wait for 72 hours after an account changed hands asks here. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { getHold } from "../contract.ts";
import { heldUntil } from "./hold.ts";
import { personalData } from "./personal-data.ts";
import { accountStates } from "./account-states.ts";
import { deleteOldHolds } from "./store.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { accountStateSources } from "#server/console/questions.ts";
import { blockersOfClosing, withdrawalBlock } from "#server/account-questions.ts";

export { heldUntil, placeHold, refuseOnHold } from "./hold.ts";

const answers: readonly CallAnswer[] = [
  answer(getHold, async (_input, { services, database, borrowerId }) => ({
    until: (await heldUntil(services, database, borrowerId))?.toISOString() ?? null,
  })),
];

/** As long as the security events that hold an account. // Spec account 2 */
const keptDays = 400;
const maxAtOnce = 1_000;

const forgetSweep: Sweep = {
  name: "hold-forget",
  everySeconds: 3_600,
  finds: [{ table: "security_hold", at: "until", afterSeconds: keptDays * 86_400 }],
  run: ({ database, clock }) => {
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
    return transact(database, (trx) => deleteOldHolds(trx, before, maxAtOnce));
  },
};

export const domain: Domain = {
  answers,
  work: (services) => services.sweeps.add(forgetSweep),
  answersTo: [
    personalDataHeld.by(personalData),
    accountStateSources.by(accountStates),
    blockersOfClosing.by(async (services, reader, borrowerId) => {
      return (await heldUntil(services, reader, borrowerId))
        ? [{ code: "SECURITY_HOLD", path: "/webview/security" }]
        : [];
    }),
    withdrawalBlock.by(async (services, reader, borrowerId) => {
      const until = await heldUntil(services, reader, borrowerId);
      return until && { until };
    }),
  ],
};
