/** Security: what happened to an account, and the way to object to it. */
import { heldUntil } from "#features/account/hold/server/index.ts";
import { blockCause } from "#features/account/login/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { faceReviewStateOf, accountToRelease, addressBeforeFreeze } from "#features/account/identity/server/index.ts";
import { askerOf, numberProofs } from "#features/account/verification/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import type { Language } from "#shared/texts.ts";
import {
  contestAccount,
  contestPurpose,
  eventDays,
  getContest,
  getUnfreeze,
  listSecurityEvents,
  unfreeze,
} from "../contract.ts";
import { freezeByOwner } from "./contest.ts";
import { contestNotices, frozenAddress } from "./contest-notices.ts";
import { contestReview } from "./contest-review.ts";
import { deleteEnded } from "./contest-store.ts";
import { stayedFrozenReason } from "./kept-reasons.ts";
import { contestStates } from "./lifecycle.ts";
import { eventOfSubject, notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { billsOf, frozenAccount, proveOwnership, readUnfreezing, type UnfreezingCase } from "./proving.ts";
import { accountStates } from "./account-states.ts";
import { deleteOldSecurityEvents, findEvent, listEvents } from "./store.ts";
import { subscriptions } from "./subscriptions.ts";
import { timeline } from "./timeline.ts";
import { contestViewOf, eventView } from "./views.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { reviews } from "#features/platform/review/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { timelineSources, accountStateSources, consoleWords } from "#server/console/questions.ts";
import { withdrawalBlock } from "#server/account-questions.ts";

export { mergeUndoing } from "./contest.ts";
export { openNumberRecovery } from "./contest-review.ts";
export { billsPageWithoutLogin } from "./proving.ts";
export { freezeByOwner as contestEvent } from "./contest.ts";
export { accountContested, accountReleased } from "./events.ts";
export { contestLink } from "./notices.ts";
export { frozenWithNumber, isObjectedTo, releaseRecovered } from "./recovery.ts";
export { noteSecurityEvent, notifySecurity, type FormerAddress, type SecurityAct } from "./telling.ts";

const answers: readonly CallAnswer[] = [
  answer(listSecurityEvents, async ({ cursor, limit }, { services, database, borrowerId }) => {
    const rows = await listEvents(database, borrowerId, { before: placeInTime(cursor), max: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ happenedAt, id }) => cursorInTime(happenedAt, id));
    const until = await heldUntil(services, database, borrowerId);
    return {
      items: page.map((event) => eventView(services, event)),
      nextCursor,
      heldUntil: until?.toISOString() ?? null,
    };
  }),
  /** Calls with a link from a notice, or with the former number: for the owner, who may have no login any more. */
  answer(getContest, async (_input, { services, database, principal, language, refuse }) => {
    const about = eventOfSubject(principal.link.subject);
    return (await contestViewOf(services, database, about, language)) ?? refuse("CONTEST_OVER");
  }),
  answer(contestAccount, async (_input, { services, database, principal, caller, language, refuse }) => {
    const about = eventOfSubject(principal.link.subject);
    const device = deviceNameOf(caller.userAgent);
    // Answered before, or over: the current state is the answer.
    await transact(database, (trx) => freezeByOwner(services, trx, { ...about, device }));
    return (await contestViewOf(services, database, about, language)) ?? refuse("CONTEST_OVER");
  }),
  answer(getUnfreeze, async (_input, { services, principal, language }) =>
    unfreezingView(services, await readUnfreezing(services, principal.session.id), language),
  ),
  answer(unfreeze, async ({ verificationId, code, agreed, ...sent }, { services, principal, language, caller }) =>
    unfreezingView(
      services,
      await proveOwnership(services, {
        sessionId: principal.session.id,
        verificationId,
        code,
        ...sent,
        isAgreed: agreed,
        from: askerOf(services, caller, principal.session),
        agreed: { language, device: deviceNameOf(caller.userAgent) },
      }),
      language,
    ),
  ),
];

async function unfreezingView(services: Services, { contest, needsFace }: UnfreezingCase, language: Language) {
  const { state, promisedUntil } = contest;
  const reason = await stayedFrozenReason(services.database, contest, language);
  const { borrowerId } = contest;
  const billsPath = await billsOf(services, services.database, borrowerId);
  const face = await faceReviewStateOf(services, services.database, { borrowerId, lane: "UNFREEZE" }, language);
  return { state, promisedUntil: promisedUntil.toISOString(), needsFace, reason, billsPath, ...face };
}

/** The same time as for other requests. // Spec account 1 */
const contestYears = 5;
const atOnce = 1_000;

async function forget({ database, clock }: Services): Promise<number> {
  const now = clock.now();
  const ended = new Date(now);
  ended.setUTCFullYear(ended.getUTCFullYear() - contestYears);
  return transact(database, async (trx) => {
    const old = await deleteOldSecurityEvents(trx, new Date(now.getTime() - eventDays * 86_400_000), atOnce);
    const contests = await deleteEnded(trx, ended, atOnce);
    await contestStates.forget(trx, contests);
    return old + contests.length;
  });
}

const forgetSweep: Sweep = {
  name: "security-forget",
  everySeconds: 3_600,
  finds: [
    { table: "security_event", at: "happenedAt", afterSeconds: eventDays * 86_400 },
    { table: "security_contest", at: "endedAt", afterSeconds: contestYears * 365 * 86_400 },
  ],
  run: forget,
};

export const domain: Domain = {
  answers,
  work: (services) => services.sweeps.add(forgetSweep),
  subscribes: subscriptions,
  answersTo: [
    personalDataHeld.by(personalData),
    noticeKinds.by([...notices, ...contestNotices]),
    reviews.by([contestReview]),
    lifecycles.by([contestStates]),
    timelineSources.by(timeline),
    accountStateSources.by(accountStates),
    consoleWords.by(words),
    accountToRelease.by(frozenAccount),
    addressBeforeFreeze.by(frozenAddress),
    /** A notice goes to the number before its event, so a caller with its link reads that number's messages. */
    numberProofs.by(async (services, caller, numberIndex) => {
      const claim = await caller.link(contestPurpose);
      if (claim === null) return false;
      const { borrowerId, eventId } = eventOfSubject(claim.subject);
      return (await findEvent(services.database, borrowerId, eventId))?.numberIndex === numberIndex;
    }),
    withdrawalBlock.by(async (_services, reader, borrowerId) =>
      (await blockCause(reader, borrowerId)) === null ? null : { until: null },
    ),
  ],
};
