/** What is told of below, and its owner must be able to object to: heard after the commit. */
import { deviceAdded, passwordChanged, registrationOf } from "#features/account/login/server/index.ts";
import { exportAsked, exportOpened } from "#features/account/privacy/server/index.ts";
import { deviceOfSession } from "#server/call/session.server.ts";
import type { Transaction } from "#server/database.server.ts";
import { after, type Subscription } from "#server/domain-events.ts";
import type { Services } from "#server/services.ts";
import type { SecurityEventKind } from "../contract.ts";
import { notifySecurity } from "./telling.ts";

/** An account that is younger has nobody yet who would be surprised. // Spec account 2 */
const settledMilliseconds = 24 * 3_600_000;

const tell = async (
  services: Services,
  trx: Transaction,
  kind: SecurityEventKind,
  { borrowerId, sessionId, id, at }: { borrowerId: string; sessionId: string; id: string; at: Date },
): Promise<void> => {
  const device = await deviceOfSession(trx, sessionId);
  await notifySecurity(services, trx, { borrowerId, kind, id, device, at });
};

export const subscriptions: readonly Subscription[] = [
  after(deviceAdded, "security-device", async (services, trx, occurrence) => {
    const registered = (await registrationOf(trx, occurrence.borrowerId))?.registeredAt;
    if (registered && occurrence.at.getTime() - registered.getTime() > settledMilliseconds)
      await tell(services, trx, "LOGIN_UNKNOWN_DEVICE", occurrence);
  }),
  after(passwordChanged, "security-password", (services, trx, occurrence) =>
    tell(services, trx, "PASSWORD_CHANGED", occurrence),
  ),
  after(exportAsked, "security-export-asked", (services, trx, occurrence) =>
    tell(services, trx, "EXPORT_MADE", occurrence),
  ),
  after(exportOpened, "security-export-opened", (services, trx, occurrence) =>
    tell(services, trx, "EXPORT_OPENED", occurrence),
  ),
];
