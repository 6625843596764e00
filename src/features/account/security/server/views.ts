/** Events and contests as their owner sees them. */
import { blockCause, borrowerStatus } from "#features/account/login/server/index.ts";
import type { Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { contestDays, contestPurpose, type ContestView } from "../contract.ts";
import type { Language } from "#shared/texts.ts";
import { newestContest } from "./contest-store.ts";
import { stayedFrozenReason } from "./kept-reasons.ts";
import { securitySubjectOf } from "./notices.ts";
import { numberBefore } from "./release.ts";
import { findEvent, type SecurityEvent } from "./store.ts";

/** An event of the list, with the page where it is objected to while that can be. */
export function eventView(services: Services, event: SecurityEvent) {
  const { borrowerId, id, kind, happenedAt, device, numberIndex, contestedAt } = event;
  const expiresAt = new Date(happenedAt.getTime() + contestDays * 86_400_000);
  const isOpen = contestedAt === null && numberIndex !== null && kind !== "ACCOUNT_CONTESTED";
  const token = () =>
    services.keys.signLink({ purpose: contestPurpose, subject: securitySubjectOf(borrowerId, id), expiresAt });
  return {
    id,
    kind,
    at: happenedAt.toISOString(),
    device,
    contestPath: isOpen && expiresAt > services.clock.now() ? `/not-me?t=${token()}` : null,
  };
}

/** The event of a notice and the account's state; null when the link leads nowhere (any more). */
export async function contestViewOf(
  services: Services,
  reader: Database,
  { borrowerId, eventId }: { borrowerId: string; eventId: string },
  language: Language,
): Promise<ContestView | null> {
  const event = await findEvent(reader, borrowerId, eventId);
  const number = event && (await numberBefore(services, reader, { borrowerId, eventId }));
  const status = event && (await borrowerStatus(reader, borrowerId));
  if (!event || !number || (status !== "ACTIVE" && status !== "BLOCKED")) return null;
  const newest = await newestContest(reader, borrowerId);
  const isFrozen = (await blockCause(reader, borrowerId)) !== null;
  const openContest = newest && newest.state !== "RELEASED" && (newest.state !== "KEPT" || isFrozen) ? newest : null;
  const { kind, happenedAt, device } = event;
  const state = openContest?.state === "RELEASED" ? undefined : openContest?.state;
  return {
    event: { kind, at: happenedAt.toISOString(), device },
    accountEnding: number.slice(-2),
    state: state ?? (event.contestedAt ? "OVER" : "OPEN"),
    promisedUntil: openContest?.promisedUntil.toISOString() ?? null,
    reason: await stayedFrozenReason(reader, openContest, language),
  };
}
