/** What time does to invitations: rewards fall due, time for a first loan runs out, networks have served. */
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { endOver, giveDue } from "./rewarding.ts";
import { dueInvitations, forgetNetworks, overInvitations } from "./store.ts";

const atOnce = 100;
const dayMilliseconds = 86_400_000;
/** A payout of the last minute may be told of later. */
const graceDays = 1;
/** Three friends of one network in 24 hours are looked for, and reviewed within days. */
const networkDays = 30;

export function work(services: Services): void {
  const { database, clock, log, sweeps } = services;
  sweeps.add({
    name: "invitation-rewards",
    everySeconds: 60,
    run: async () =>
      eachDue(await dueInvitations(database, clock.now(), atOnce), ({ id }) => giveDue(services, id), {
        log,
        failure: "a reward for a friend was not given",
        idOf: ({ id }) => id,
      }),
  });
  sweeps.add({
    name: "invitation-ends",
    everySeconds: 3_600,
    run: async () =>
      eachDue(
        await overInvitations(database, new Date(clock.now().getTime() - graceDays * dayMilliseconds), atOnce),
        ({ id }) => endOver(services, id),
        { log, failure: "an invitation did not end", idOf: ({ id }) => id },
      ),
  });
  sweeps.add({
    name: "invitation-networks",
    everySeconds: 3_600,
    run: () => forgetNetworks(database, new Date(clock.now().getTime() - networkDays * dayMilliseconds), 1_000),
  });
}
