/** Timed work of e-mail addresses: requests without an answer, and old rows. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { emailRequestStates, failRequest } from "./lifecycle.ts";
import { dueEmailRequests, forgetMails, forgetRequests, lockEmailAccount, openEmailRequest } from "./store.ts";

const atOnce = 100;
/** Questions about a past request come within months; the address in force is kept as long as it is valid. */
const keepDays = 180;

export const emailExpirySweep: Sweep = {
  name: "email-expiry",
  everySeconds: 60,
  waits: {
    text: { id: "Verifikasi email yang berakhir", en: "E-mail verifications that end", zh: "到期的邮箱验证" },
    rows: [
      { table: "email_request", at: "expiresAt", where: sql<boolean>`state in ('PENDING_VERIFICATION', 'VERIFYING')` },
    ],
  },
  async run(services) {
    const { database, clock, log } = services;
    const expire = (due: { borrowerId: string; id: string }): Promise<boolean> =>
      transact(database, async (trx) => {
        await lockEmailAccount(trx, due.borrowerId);
        const open = await openEmailRequest(trx, due.borrowerId);
        // A new mail was sent or the request was answered.
        if (open?.id !== due.id || open.expiresAt > clock.now()) return false;
        return failRequest(services, trx, open, "EXPIRED", "SYSTEM");
      });
    return eachDue(await dueEmailRequests(database, clock.now(), atOnce), expire, {
      log,
      failure: "an address that nobody confirmed was not let go",
      idOf: ({ id }) => id,
    });
  },
};

export const emailForgetSweep: Sweep = {
  name: "email-forget",
  everySeconds: 3600,
  finds: [
    { table: "email_request", at: "endedAt", afterSeconds: keepDays * 86_400 },
    { table: "email_mail", at: "writtenAt", afterSeconds: keepDays * 86_400 },
  ],
  async run({ database, clock }) {
    const before = new Date(clock.now().getTime() - keepDays * 86_400_000);
    return transact(database, async (trx) => {
      const ids = await forgetRequests(trx, before, 1_000);
      await emailRequestStates.forget(trx, ids);
      return ids.length + (await forgetMails(trx, before, 1_000));
    });
  },
};
