/** Security: what happened to an account, the way to object to it, and the hours in which nothing of value leaves it. */
import { blockCause } from "#features/account/login/server/index.ts";
import { answer, type Api } from "#server/call/pipeline.ts";
import { deviceName } from "#server/call/device-name.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { cursorInTime, listPage, placeInTime } from "#server/list-page.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import {
  contestAccount,
  eventDays,
  getContest,
  getHold,
  getUnfreeze,
  listSecurityEvents,
  unfreeze,
} from "../contract.ts";
import { contest } from "./contest.ts";
import { contestNotices } from "./contest-notices.ts";
import { contestReview } from "./contest-review.ts";
import { deleteEnded } from "./contest-store.ts";
import { heldUntil, refuseOnHold } from "./hold.ts";
import { contestStates } from "./lifecycle.ts";
import { eventOfSubject, notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { prove, unfreezingOf, type Unfreezing } from "./proving.ts";
import { standing } from "./standing.ts";
import { deleteOld, listEvents } from "./store.ts";
import { subscriptions } from "./subscriptions.ts";
import { timeline } from "./timeline.ts";
import { contestViewOf, eventView } from "./views.ts";
import { words } from "./words.ts";

export { contest as contestEvent } from "./contest.ts";
export { accountContested, accountReleased } from "./events.ts";
export { heldUntil, placeHold, refuseOnHold, type HoldCause } from "./hold.ts";
export { contestLink } from "./notices.ts";
export { frozenWithNumber, isObjectedTo, releaseRecovered } from "./recovery.ts";
export { noteSecurityEvent, notifySecurity, type FormerAddress, type SecurityAct } from "./telling.ts";

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getHold,
  )(async (_input, { database, borrowerId }) => ({
    until: (await heldUntil(services, database, borrowerId))?.toISOString() ?? null,
  }));

  answer(
    api,
    listSecurityEvents,
  )(async ({ cursor, limit }, { database, borrowerId }) => {
    const rows = await listEvents(database, borrowerId, { before: placeInTime(cursor), max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ happenedAt, id }) => cursorInTime(happenedAt, id));
    const until = await heldUntil(services, database, borrowerId);
    return {
      items: page.map((event) => eventView(services, event)),
      nextCursor,
      heldUntil: until?.toISOString() ?? null,
    };
  });
  contestAnswers(api);
}

/** Calls of whoever has a notice, or the number that stood before it: the owner, who may have no login any more. */
function contestAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getContest,
  )(async (_input, { database, principal, refuse }) => {
    const about = eventOfSubject(principal.link.subject);
    return (await contestViewOf(services, database, about)) ?? refuse("CONTEST_OVER");
  });

  answer(
    api,
    contestAccount,
  )(async (_input, { database, principal, caller, refuse }) => {
    const about = eventOfSubject(principal.link.subject);
    const device = deviceName(caller.userAgent);
    // Answered before, or over: what stands is the answer.
    await transact(database, (trx) => contest(services, trx, { ...about, device }));
    return (await contestViewOf(services, database, about)) ?? refuse("CONTEST_OVER");
  });

  answer(
    api,
    getUnfreeze,
  )(async (_input, { database, principal }) =>
    unfreezingView(await unfreezingOf(services, database, principal.session.id)),
  );

  answer(
    api,
    unfreeze,
  )(async ({ verificationId, code, nik, photo }, { principal, language, caller }) =>
    unfreezingView(
      await prove(services, {
        sessionId: principal.session.id,
        verificationId,
        code,
        nik,
        selfie: photo && new Uint8Array(await photo.arrayBuffer()),
        agreed: { language, device: deviceName(caller.userAgent) },
      }),
    ),
  );
}

const unfreezingView = ({ contest: { state, promisedUntil }, needsFace }: Unfreezing) => {
  if (state === "RELEASED") throw new Refusal("CONTEST_UNKNOWN");
  return { state, promisedUntil: promisedUntil.toISOString(), needsFace };
};

/** As long as other requests. // Spec account 1 */
const contestYears = 5;
const atOnce = 1_000;

async function forget({ database, clock }: Services): Promise<number> {
  const now = clock.now();
  const ended = new Date(now);
  ended.setUTCFullYear(ended.getUTCFullYear() - contestYears);
  return transact(database, async (trx) => {
    const old = await deleteOld(trx, new Date(now.getTime() - eventDays * 86_400_000), atOnce);
    const contests = await deleteEnded(trx, ended, atOnce);
    await contestStates.forget(trx, contests);
    return old + contests.length;
  });
}

const forgetSweep: Sweep = {
  name: "security-forget",
  everySeconds: 3_600,
  finds: [
    { table: "security_event", at: "happened_at", afterSeconds: eventDays * 86_400 },
    { table: "security_hold", at: "until", afterSeconds: eventDays * 86_400 },
    { table: "security_contest", at: "ended_at", afterSeconds: contestYears * 365 * 86_400 },
  ],
  run: forget,
};

export const domain: Domain = {
  personalData,
  answers,
  work: (services) => services.sweeps.add(forgetSweep),
  notices: [...notices, ...contestNotices],
  subscribes: subscriptions,
  reviews: [contestReview],
  lifecycles: [contestStates],
  timeline,
  standing,
  words,
  refuseOnHold,
  async closureBlockers(services, reader, borrowerId) {
    return (await heldUntil(services, reader, borrowerId))
      ? [{ code: "SECURITY_HOLD", path: "/webview/security" }]
      : [];
  },
  async withdrawalBlock(services, reader, borrowerId) {
    if ((await blockCause(reader, borrowerId)) !== null) return { until: null };
    const until = await heldUntil(services, reader, borrowerId);
    return until && { until };
  },
};
