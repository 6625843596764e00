/** Timed work of logins. */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { releaseSweep } from "./confirming.ts";
import { deleteOldDevices, deleteOldWebviewCodes } from "./store.ts";

/** A device that has not logged in for a year is a stranger again, as for codes. */
const deviceDays = 365;

export function loginWork(services: Services): void {
  services.sweeps.add({
    name: "webview-codes-used",
    everySeconds: 300,
    finds: [{ table: "webview_code", at: "createdAt", afterSeconds: 86_400 }],
    run: () =>
      transact(services.database, (trx) =>
        deleteOldWebviewCodes(trx, new Date(services.clock.now().getTime() - 86_400_000)),
      ),
  });
  services.sweeps.add(releaseSweep);
  services.sweeps.add({
    name: "login-devices-old",
    everySeconds: 3_600,
    finds: [{ table: "login_device", at: "lastLoginAt", afterSeconds: deviceDays * 86_400 }],
    run: ({ database, clock }) =>
      transact(database, (trx) =>
        deleteOldDevices(trx, new Date(clock.now().getTime() - deviceDays * 86_400_000), 1_000),
      ),
  });
}
