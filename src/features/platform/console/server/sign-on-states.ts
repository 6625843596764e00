/** Asks the company's provider whether the accounts behind the console's sessions are still valid: a session ends within a minute after its account. */
import { isLiveSession, revokeLiveSession, revokeSessionsOf } from "#server/call/live-sessions.ts";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { recordStaffEvent } from "#features/platform/audit/server/index.ts";
import { findMember } from "./member-store.ts";
import { areSameRoles, checkSeconds, rolesFor } from "./sign-on.ts";
import {
  noteAnswer,
  noteSilence,
  removeSignOn,
  removeSignOnsOf,
  takeDueSignOns,
  type DueSignOn,
} from "./sign-on-store.ts";

/** Maximal sessions checked in a round, eight at a time. */
const maxOfRound = 200;
const atOnce = 8;
/** Another process continues the checks that this one did not finish. */
const takenSeconds = 45;
/** Without any answer for this time a session ends: an account that was closed may be behind it. */
const silentSeconds = 900;

const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** @returns how many sign-ins were looked at */
export async function checkSignOnStates(services: Services): Promise<number> {
  const now = services.clock.now();
  const due = await takeDueSignOns(services, now, later(now, takenSeconds), maxOfRound);
  const waiting = [...due];
  const work = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await checkOne(services, one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return due.length;
}

async function checkOne(services: Services, due: DueSignOn): Promise<void> {
  const { database, clock, outside } = services;
  // Logged out, or idle for too long.
  if (!(await isLiveSession(services, database, due.sessionId))) return removeSignOn(database, due.id);
  const answered = await outside.singleSignOn.standing(due.refreshToken);
  const now = clock.now();
  if (answered.outcome === "UNAVAILABLE") {
    const since = due.silentSince ?? now;
    if (now.getTime() - since.getTime() < silentSeconds * 1000)
      return noteSilence(services, due.id, since, later(now, checkSeconds));
    services.log.warn("a console session ended: its company account could not be checked", {});
    await transact(database, async (trx) => {
      await revokeLiveSession(services, trx, due.sessionId);
      await removeSignOn(trx, due.id);
    });
    return;
  }
  if (answered.outcome === "STANDS" && (await hasSameRoles(services, due.staffId, answered.groups)))
    return noteAnswer(services, due.id, { refreshToken: answered.refreshToken, checkAt: later(now, checkSeconds) });
  await endAll(services, due);
}

/** Other groups than at the sign-in: the next sign-in brings their roles. */
async function hasSameRoles(services: Services, staffId: string, groups: readonly string[] | null): Promise<boolean> {
  const roles = groups === null ? null : rolesFor(services, groups);
  if (roles === null) return true;
  const member = await findMember(services.database, staffId);
  return member !== undefined && areSameRoles(roles, member.roles);
}

async function endAll(services: Services, due: DueSignOn): Promise<void> {
  await transact(services.database, async (trx) => {
    const member = await findMember(trx, due.staffId);
    await revokeSessionsOf(services, trx, "staff", due.staffId);
    await removeSignOnsOf(trx, due.staffId);
    await recordStaffEvent(services, trx, {
      staffId: due.staffId,
      staffName: member?.name ?? "",
      roles: member?.roles ?? [],
      sessionId: due.sessionId,
      action: "ENDED_BY_COMPANY",
      code: null,
      caller: { address: "company account", traceId: "" },
    });
  });
}
