/** Closes due dates and months: interest and late fees are earned in the period in which they ran. */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { payDueFromBalance } from "./balance.ts";
import { closeDay } from "./books.ts";
import { accountsToClose, findAccount } from "./store.ts";

const closedAtOnce = 50;

export async function closeDue(services: Services): Promise<number> {
  const today = dateInWib(services.clock.now());
  let closed = 0;
  for (const name of await accountsToClose(services.database, today, closedAtOnce)) {
    try {
      const day = await transact(services.database, async (trx) => {
        const before = await findAccount(trx, name);
        if (before?.nextBookingOn && before.nextBookingOn < today) await payDueFromBalance(services, trx, name, before.nextBookingOn);
        return closeDay(services, trx, name);
      });
      if (day) closed += 1;
    } catch (error) {
      services.log.error("loan's day not closed", { reference: name.loanId, error });
    }
  }
  return closed;
}
