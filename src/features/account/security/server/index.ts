/** Security: what happened to an account, the way to object to it, and the hours in which nothing of value leaves it. */
import { answer, type Api } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { getHold } from "../contract.ts";
import { heldUntil, refuseOnHold } from "./hold.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { deleteOld } from "./store.ts";
import { subscriptions } from "./subscriptions.ts";

export { heldUntil, placeHold, refuseOnHold, type HoldCause } from "./hold.ts";
export { contestLink } from "./notices.ts";
export { noteSecurityEvent, notifySecurity, type FormerAddress, type SecurityAct } from "./telling.ts";

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getHold,
  )(async (_input, { database, borrowerId }) => ({
    until: (await heldUntil(services, database, borrowerId))?.toISOString() ?? null,
  }));
}

/** Events and holds are shown so long. // Spec account 2 */
const keptDays = 400;
const atOnce = 1_000;

function work(services: Services): void {
  services.sweeps.add({
    name: "security-forget",
    everySeconds: 3_600,
    run: ({ database, clock }) =>
      transact(database, (trx) => deleteOld(trx, new Date(clock.now().getTime() - keptDays * 86_400_000), atOnce)),
  });
}

export const domain: Domain = { personalData, answers, work, notices, refuseOnHold, subscribes: subscriptions };
