/** Requests to change something about an account: the base of all kinds, and their timed work. */
import { sql } from "kysely";
import { maxMovedHours, codeRefusals } from "#features/account/verification/server/index.ts";
import { withdrawReviewAbout } from "#features/platform/review/server/index.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import { type TimelineSource, timelineSources, accountStateSources } from "#server/console/questions.ts";
import type { Domain } from "#server/domain.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { unfinishedHours } from "#shared/promised-times.ts";
import type { MobilePurpose } from "#shared/purposes.ts";
import type { AnyChangeRequestKind } from "./kind.ts";
import type { RiskFlag } from "../contract.ts";
import { personalData } from "./personal-data.ts";
import { accountStatesOf } from "./account-states.ts";
import {
  deleteClosedChangeRequests,
  dueChangeRequests,
  extendChangeRequest,
  openKinds,
  overdueRequests,
} from "./store.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { blockersOfClosing } from "#server/account-questions.ts";
import { defineQuestion } from "#server/questions.ts";

export { careFlagsOf } from "./care.ts";
export { riskFlagTexts, changeRequestStateTexts } from "../texts.ts";
export { addShown, proofOf, shownIn, wordedBy, type OwnRequest, type ShownFiles } from "./proof.ts";
export { defineChangeRequest, type ChangeRequest, type Step } from "./kind.ts";

/** Kinds of requests to change something about an account. Their codes (`MOBILE_NUMBER_SUBMITTED`) are among the domain's `words`. */
export const changeRequests = defineQuestion<readonly AnyChangeRequestKind[]>("change-requests", "MANY");
/** Asked by requests that could take an account over: reasons for caution, as codes of `riskFlags`. */
export const takeoverRisks = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<readonly RiskFlag[]>
>("takeover-risks", "MANY");

const kindsOf = ({ ask }: Services): Map<string, AnyChangeRequestKind> =>
  new Map(
    ask(changeRequests)
      .flat()
      .map((kind) => [kind.kind, kind]),
  );

/** Risk flags from all domains before an account changes hands. */
export async function riskFactsOf(services: Services, reader: Reader, borrowerId: string): Promise<RiskFlag[]> {
  const found = await Promise.all(services.ask(takeoverRisks).map((risks) => risks(services, reader, borrowerId)));
  return [...new Set(found.flat())];
}

/**
 * Stops all open requests of a borrower, of any kind and state, and withdraws their cases: the account was frozen.
 * @param cause a code: `CONTESTED`
 * @param exceptKind the kind of the request that ends the others
 * @returns how many
 */
export async function stopRequests(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  cause: string,
  exceptKind?: string,
): Promise<number> {
  let stopped = 0;
  for (const kind of kindsOf(services).values()) {
    if (kind.kind === exceptKind) continue;
    const id = await kind.stop(services, trx, borrowerId, cause);
    if (id === null) continue;
    await withdrawReviewAbout(services, trx, id);
    stopped += 1;
  }
  return stopped;
}

const atOnce = 100;
/** Years for which a request, its decision and the deciders are kept. // Product decisions account 1 */
const keptYears = 5;

async function sweepOverdue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const kinds = kindsOf(services);
  if (kinds.size === 0) return 0;
  const overdue = await overdueRequests(database, [...kinds.keys()], clock.now(), atOnce);
  return eachDue(overdue, (about) => transact(database, (trx) => kinds.get(about.kind)!.expire(services, trx, about)), {
    log,
    failure: "end of an unfinished request not recorded",
    idOf: ({ id }) => id,
  });
}

async function sweepDue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const kinds = kindsOf(services);
  if (kinds.size === 0) return 0;
  const due = await dueChangeRequests(database, [...kinds.keys()], clock.now(), atOnce);
  return eachDue(due, (about) => transact(database, (trx) => kinds.get(about.kind)!.takeEffect(services, trx, about)), {
    log,
    failure: "an approved request has not taken effect",
    idOf: ({ id }) => id,
  });
}

async function sweepClosed(services: Services): Promise<number> {
  const { database, clock } = services;
  const kinds = kindsOf(services);
  if (kinds.size === 0) return 0;
  const before = new Date(clock.now());
  before.setUTCFullYear(before.getUTCFullYear() - keptYears);
  return transact(database, async (trx) => {
    const deleted = await deleteClosedChangeRequests(trx, [...kinds.keys()], before, atOnce);
    for (const kind of kinds.values())
      await kind.lifecycle.forget(
        trx,
        deleted.filter((one) => one.kind === kind.kind).map(({ id }) => id),
      );
    return deleted.length;
  });
}

/** The name of the kind leads each code, so that every domain has words for its own. */
const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read(services, borrowerId, max) {
      const all = await Promise.all(
        [...kindsOf(services).values()].map(async ({ kind, lifecycle }) => {
          const codes = Object.fromEntries(
            Object.keys(lifecycle.transitions).map((state) => [state, `${kind}_${state}`]),
          );
          return happeningsOf("ACCOUNT", await lifecycle.eventsOf(services.database, borrowerId, max), codes);
        }),
      );
      return all.flat();
    },
  },
];

function work(services: Services): void {
  services.sweeps.add({
    name: "change-request-expiry",
    everySeconds: 60,
    waits: {
      text: {
        id: "Permintaan yang tidak dikirim pada waktunya",
        en: "Requests not sent in time",
        zh: "逾期未提交的申请",
      },
      rows: [{ table: "change_request", at: "expiresAt" }],
    },
    run: sweepOverdue,
  });
  services.sweeps.add({
    name: "change-request-effect",
    everySeconds: 60,
    waits: {
      text: { id: "Perubahan yang mulai berlaku", en: "Changes that take effect", zh: "待生效的变更" },
      rows: [{ table: "change_request", at: "effectiveFrom", where: sql<boolean>`is_open and state = 'APPROVED'` }],
    },
    run: sweepDue,
  });
  services.sweeps.add({
    name: "change-request-forget",
    everySeconds: 3600,
    finds: [{ table: "change_request", at: "closedAt", afterSeconds: keptYears * 365 * 86_400 }],
    run: sweepClosed,
  });
}

/** The codes that steps of requests need. */
const stepPurposes: ReadonlySet<string> = new Set<MobilePurpose>([
  "OLD_NUMBER",
  "NEW_NUMBER",
  "MERGE",
  "STEP_UP_MERGE",
]);

export const domain: Domain = {
  work,
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    accountStateSources.by(accountStatesOf(kindsOf)),
    /** Each kind of request proves a number at one step, or is signed by a code. */
    codeRefusals.by(async ({ clock }, trx, { borrowerId, purpose, notBefore }) => {
      if (borrowerId === null || !stepPurposes.has(purpose)) return;
      await extendChangeRequest(trx, borrowerId, {
        notBefore,
        now: clock.now(),
        maxHours: unfinishedHours + maxMovedHours,
      });
    }),
    /** A request that was started but not sent expires within a day. */
    blockersOfClosing.by(async (services, reader, borrowerId) => {
      const kinds = kindsOf(services);
      return (await openKinds(reader, borrowerId)).map((kind) => ({
        code: "REQUEST_OPEN",
        path: kinds.get(kind)?.resultPath ?? "/webview/account",
      }));
    }),
  ],
};
