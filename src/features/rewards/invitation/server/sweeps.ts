/** Timed work of invitations: rewards fall due, the time for a first loan ends, stored networks are deleted. */
import { sql } from "kysely";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { endOver, giveDue } from "./rewarding.ts";
import { dueInvitations, forgetNetworks, overInvitations } from "./store.ts";

const atOnce = 100;
const dayMilliseconds = 86_400_000;
/** The event about a payout in the last minute may arrive later. */
const graceDays = 1;
/** Three friends from one network in 24 hours are looked for, and reviewed within days. */
const networkDays = 30;

export function invitationWork(services: Services): void {
  const { database, clock, log, sweeps } = services;
  sweeps.add({
    name: "invitation-rewards",
    everySeconds: 60,
    waits: {
      text: { id: "Undangan: hadiah yang waktunya tiba", en: "Invitations: rewards due", zh: "邀请：应发奖励" },
      rows: [{ table: "invitation", at: "cashDueAt", where: sql<boolean>`state = 'COUNTED'` }],
    },
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
    waits: {
      text: { id: "Undangan yang berakhir", en: "Invitations that end", zh: "到期的邀请" },
      rows: [
        {
          table: "invitation",
          at: "loanUntil",
          afterSeconds: graceDays * 86_400,
          where: sql<boolean>`state in ('JOINED', 'COUNTED') and cash_at is null`,
        },
      ],
    },
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
    finds: [
      {
        table: "invitation_guest",
        at: "joinedAt",
        afterSeconds: networkDays * 86_400,
        where: sql<boolean>`network_index is not null`,
      },
    ],
    run: () => forgetNetworks(database, new Date(clock.now().getTime() - networkDays * dayMilliseconds), 1_000),
  });
}
