/** Closes due dates and months: interest and late fees are earned in the period in which they ran. */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { standingReturn } from "#features/credit/disbursement/server/index.ts";
import { payDueFromBalance } from "./balance.ts";
import { closeDay } from "./books.ts";
import { accountsToClose, findAccount, noteSuccess, putOff } from "./store.ts";

const closedAtOnce = 50;

export async function closeDue(services: Services): Promise<number> {
  const today = dateInWib(services.clock.now());
  let closed = 0;
  for (const name of await accountsToClose(services.database, today, services.clock.now(), closedAtOnce)) {
    try {
      const day = await transact(services.database, async (trx) => {
        const before = await findAccount(trx, name);
        const isAway =
          before?.nextBookingOn && (await standingReturn(trx, name.borrowerId, "LOAN", name.loanId)) !== null;
        // Nothing is taken for a loan whose money came back.
        if (!isAway && before?.nextBookingOn && before.nextBookingOn < today)
          await payDueFromBalance(services, trx, name, before.nextBookingOn);
        await noteSuccess(trx, name);
        return closeDay(services, trx, name);
      });
      if (day) closed += 1;
    } catch (error) {
      services.log.error("loan's day not closed", { reference: name.loanId, error });
      await putOff(services.database, name, services.clock.now());
      // It is out of the way: the next round goes on behind it.
      closed += 1;
    }
  }
  return closed;
}
