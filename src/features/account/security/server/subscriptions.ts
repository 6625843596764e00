/** Subscriptions: events of lower domains that the owner must be able to object to, handled after their commit. */
import {
  deviceAdded,
  numberDisowned,
  passwordChanged,
  registrationOfBorrower,
} from "#features/account/login/server/index.ts";
import { reopenFaceChecks } from "#features/account/identity/server/index.ts";
import { exportAsked, exportOpened } from "#features/account/privacy/server/index.ts";
import { reviewAsked, reviewLate } from "#features/platform/review/server/index.ts";
import { deviceOfSession } from "#server/call/session.server.ts";
import type { Transaction } from "#server/database.server.ts";
import { after, type Subscription } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import type { SecurityEventKind } from "../contract.ts";
import { notifyContestLate, notifyProofNeeded } from "./contest-notices.ts";
import { contestReview } from "./contest-review.ts";
import { findContest } from "./contest-store.ts";
import { noteSecurityEvent, notifySecurity } from "./telling.ts";

/** A younger account has no former owner who would be surprised. // Spec account 2 */
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

/** A case of ours is asked about, or late. */
const contestOf = (
  trx: Transaction,
  { kind, borrowerId, subjectId }: { kind: string; borrowerId: string; subjectId: string },
) => (kind === contestReview.kind ? findContest(trx, borrowerId, subjectId) : null);

export const subscriptions: readonly Subscription[] = [
  after(deviceAdded, "security-device", async (services, trx, occurrence) => {
    const registered = (await registrationOfBorrower(trx, occurrence.borrowerId))?.registeredAt;
    if (registered && occurrence.at.getTime() - registered.getTime() > settledMilliseconds)
      await tell(services, trx, "LOGIN_UNKNOWN_DEVICE", occurrence);
  }),
  after(passwordChanged, "security-password", (services, trx, occurrence) =>
    tell(services, trx, "PASSWORD_CHANGED", occurrence),
  ),
  // The person who claimed the number has it: inbox and proven mail address reach the owner.
  after(numberDisowned, "security-number", async (services, trx, { id, borrowerId, at }) => {
    await notifySecurity(services, trx, { borrowerId, kind: "NUMBER_DISOWNED", id, device: "", at });
  }),
  after(exportAsked, "security-export-asked", (services, trx, occurrence) =>
    tell(services, trx, "EXPORT_MADE", occurrence),
  ),
  // An export is announced when it is requested and when it is ready; its opening is only listed. // Spec account 14
  after(exportOpened, "security-export-opened", async (services, trx, { borrowerId, sessionId, id, at }) => {
    const device = await deviceOfSession(trx, sessionId);
    await noteSecurityEvent(services, trx, { borrowerId, kind: "EXPORT_OPENED", id, device, at });
  }),
  // Face checks that failed too often are reopened only by a case. // Decision 253
  after(reviewAsked, "security-proof-asked", async (services, trx, occurrence) => {
    const contest = await contestOf(trx, occurrence);
    if (!contest) return;
    await reopenFaceChecks(services, trx, contest.borrowerId);
    await notifyProofNeeded(services, trx, contest, new Date(occurrence.askUntil));
  }),
  after(reviewLate, "security-contest-late", async (services, trx, occurrence) => {
    const contest = await contestOf(trx, occurrence);
    if (contest) await notifyContestLate(services, trx, contest);
  }),
];
