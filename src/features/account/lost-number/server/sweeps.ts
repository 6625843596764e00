/** Timed work of requests: expiry, warnings to the old number, taking effect, and the answer to the requester. */
import { sql } from "kysely";
import { lockBorrower, loginsSince } from "#features/account/login/server/index.ts";
import { giveNumber } from "#features/account/mobile-change/server/index.ts";
import { accountContested, contestEvent, releaseRecovered } from "#features/account/security/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { reviewLate, withdrawReview } from "#features/platform/review/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { after, within } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { isRecoverable } from "./check.ts";
import { lostNumberStates } from "./lifecycle.ts";
import {
  lostNumberDoneNotice,
  lostNumberEndedNotice,
  lostNumberLateNotice,
  lostNumberRejectedNotice,
} from "./notices.ts";
import { isObjected, notifyNumberOwner, warnNumberOwner } from "./owner.ts";
import { lostNumberReview } from "./review.ts";
import {
  deleteClosedLostNumbers,
  dueLostNumberRequests,
  lostNumberFactsOf,
  findLostNumberRequest,
  updateLostNumber,
  openLostNumbersOf,
  type LostNumberDue,
  type LostNumberRow,
} from "./store.ts";

type Act = (services: Services, trx: Transaction, row: LostNumberRow) => Promise<boolean>;

const unfinished = ["STARTED", "NEW_PROVEN", "SELFIE_SHOWN"];

const end = (
  services: Services,
  trx: Transaction,
  { id }: LostNumberRow,
  to: "REJECTED" | "STOPPED" | "EXPIRED" | "DONE",
  cause: string,
): Promise<boolean> => {
  const at = services.clock.now();
  const from = to === "DONE" ? ["APPROVED"] : to === "EXPIRED" ? unfinished : ["SUBMITTED", "APPROVED"];
  const set = to === "EXPIRED" ? { closedAt: at, expiresAt: null } : { closedAt: at };
  return lostNumberStates.move(trx, { id, from: from as never, to: to as never, actor: "SYSTEM", cause, at, set });
};

/** Stops a request, and withdraws its case. */
async function stop(services: Services, trx: Transaction, row: LostNumberRow, cause: string): Promise<boolean> {
  if (!(await end(services, trx, row, "STOPPED", cause))) return false;
  await withdrawReview(services, trx, lostNumberReview, row.id, "SYSTEM");
  return true;
}

const loginsOf = async (trx: Transaction, row: LostNumberRow, borrowerId: string) =>
  row.submittedAt === null ? null : loginsSince(trx, borrowerId, row.submittedAt);

/**
 * The account was logged in to: two people say that it is theirs. So it is frozen, and the faster one wins nothing. On
 * a device that was known before the request, its page asks first; without an answer the account is frozen when the
 * request would take effect. // Spec account 14
 */
const settleConflict: Act = async (services, trx, row) => {
  const borrowerId = row.borrowerId;
  if (borrowerId === null || row.closedAt !== null) return false;
  if (await isObjected(trx, row, borrowerId)) return stop(services, trx, row, "CONTESTED");
  const logins = await loginsOf(trx, row, borrowerId);
  const isDue = row.effectiveFrom !== null && row.effectiveFrom <= services.clock.now();
  if (logins === null || (logins === "KNOWN" && !isDue)) return false;
  await freezeAgainstLostNumber(services, trx, row, { borrowerId, device: "", actor: "SYSTEM" });
  return true;
};

/** Freezes the account, as its owner would from a warning; the request stops. The caller holds the account's row. */
export async function freezeAgainstLostNumber(
  services: Services,
  trx: Transaction,
  row: LostNumberRow,
  by: { borrowerId: string; device: string; actor: "SYSTEM" | "BORROWER" },
): Promise<void> {
  const eventId = await notifyNumberOwner(services, trx, row, by.borrowerId);
  // The subscriber below stops each open request about the account.
  await contestEvent(services, trx, { ...by, eventId });
  const current = await findLostNumberRequest(trx, row.id);
  if (current && current.closedAt === null) await stop(services, trx, current, "CONFLICT");
}

/** Ends it for the owner who requested it and has the number again: notifies the new number at once. */
export async function endForOwner(services: Services, trx: Transaction, row: LostNumberRow): Promise<boolean> {
  if (!(await stop(services, trx, row, "OWNER_IS_BACK"))) return false;
  const to = await newAddress(services, trx, row);
  await notify(services, trx, lostNumberEndedNotice, { id: row.id, to, values: { reference: row.reference } });
  await updateLostNumber(trx, row.id, { toldAt: services.clock.now() });
  return true;
}

const takeEffect: Act = async (services, trx, row) => {
  const borrowerId = row.borrowerId;
  if (row.state !== "APPROVED" || borrowerId === null) return false;
  // The lock orders the effect and a login or objection: one comes first. The conflict is settled separately.
  if ((await loginsOf(trx, row, borrowerId)) !== null || (await isObjected(trx, row, borrowerId))) return false;
  if (!(await isRecoverable(trx, borrowerId))) return stop(services, trx, row, "ACCOUNT_NOT_OPEN");
  const { newNumber = "", device, similarityPpm = null } = await lostNumberFactsOf(services, trx, row);
  const given = { borrowerId, newNumber, device, requestId: row.id, kind: "NUMBER_RECOVERED" } as const;
  if (!(await giveNumber(services, trx, given))) return end(services, trx, row, "REJECTED", "NUMBER_TAKEN");
  await releaseRecovered(services, trx, { borrowerId, similarityPpm });
  await notify(services, trx, lostNumberDoneNotice, { id: row.id, borrowerId, values: { reference: row.reference } });
  return end(services, trx, row, "DONE", "IN_EFFECT");
};

/** The requester's address: only the new number. */
async function newAddress(services: Services, trx: Transaction, row: LostNumberRow) {
  const { newNumber = "", language, brandId } = await lostNumberFactsOf(services, trx, row);
  return { mobileNumber: newNumber, language, brandId };
}

/** Tells the requester, at a random hour, that it was refused; never the reason. */
const tell: Act = async (services, trx, row) => {
  if (row.toldAt !== null) return false;
  if (row.state === "SUBMITTED" && row.checkedAt !== null && row.borrowerId === null)
    await end(services, trx, row, "REJECTED", "NOT_CONFIRMED");
  const to = await newAddress(services, trx, row);
  await notify(services, trx, lostNumberRejectedNotice, { id: row.id, to, values: { reference: row.reference } });
  await updateLostNumber(trx, row.id, { toldAt: services.clock.now() });
  return true;
};

const acts: readonly (readonly [LostNumberDue, Act])[] = [
  ["EXPIRE", (services, trx, row) => end(services, trx, row, "EXPIRED", "TIME_OVER")],
  ["WARN", warnNumberOwner],
  ["CONFLICT", settleConflict],
  ["EFFECT", takeEffect],
  ["TELL", tell],
];

async function sweep(services: Services): Promise<number> {
  const { database, clock, log } = services;
  let changed = 0;
  for (const [due, act] of acts) {
    const failure = "a request about a lost number was left as it is";
    const one = ({ id }: { id: string }) =>
      transact(database, async (trx) => {
        // Locks the account's row before the request's, in the same order as a freeze.
        const borrowerId = (await findLostNumberRequest(trx, id))?.borrowerId;
        if (borrowerId) await lockBorrower(trx, borrowerId);
        const row = await findLostNumberRequest(trx, id, { isHeld: true });
        return row ? act(services, trx, row) : false;
      });
    changed += await eachDue(await dueLostNumberRequests(database, due, clock.now()), one, {
      log,
      failure,
      idOf: ({ id }) => id,
    });
  }
  return changed;
}

const keptYears = 5;
const keptDaysOfNone = 90;

async function forget(services: Services): Promise<number> {
  return transact(services.database, async (trx) => {
    const now = services.clock.now();
    const about = new Date(now);
    about.setUTCFullYear(about.getUTCFullYear() - keptYears);
    const none = new Date(now.getTime() - keptDaysOfNone * 86_400_000);
    const deleted = await deleteClosedLostNumbers(trx, { about, none }, 100);
    await lostNumberStates.forget(
      trx,
      deleted.map(({ id }) => id),
    );
    for (const { ownerId } of deleted) await services.keys.borrowerKeys.shred(trx, ownerId, now);
    return deleted.length;
  });
}

export function lostNumberSweeps({ sweeps }: Services): void {
  sweeps.add({
    name: "lost-number",
    everySeconds: 60,
    waits: {
      text: { id: "Nomor hilang", en: "Lost numbers", zh: "丢失的手机号" },
      rows: [
        { table: "lost_number_request", at: "expiresAt" },
        { table: "lost_number_request", at: "effectiveFrom", where: sql<boolean>`state = 'APPROVED'` },
      ],
    },
    // Each open request is checked: whether a warning is due, and whether a login happened.
    finds: [
      { table: "lost_number_request", at: "expiresAt" },
      {
        table: "lost_number_request",
        at: "submittedAt",
        where: sql<boolean>`borrower_id is not null and closed_at is null`,
      },
      { table: "lost_number_request", at: "tellAfter", where: sql<boolean>`told_at is null` },
    ],
    run: sweep,
  });
  sweeps.add({
    name: "lost-number-forget",
    everySeconds: 3_600,
    finds: [
      { table: "lost_number_request", at: "closedAt", afterSeconds: keptYears * 365 * 86_400 },
      {
        table: "lost_number_request",
        at: "closedAt",
        afterSeconds: keptDaysOfNone * 86_400,
        where: sql<boolean>`borrower_id is null`,
      },
    ],
    run: forget,
  });
}

export const lostNumberSubscriptions = [
  // An objection by the owner stops the request in the same transaction.
  within(accountContested, "lost-number-contested", async (services, trx, { borrowerId }) => {
    for (const row of await openLostNumbersOf(trx, borrowerId)) await stop(services, trx, row, "CONTESTED");
    return "DONE";
  }),
  after(reviewLate, "lost-number-late", async (services, trx, { kind, subjectId }) => {
    const row = kind === lostNumberReview.kind ? await findLostNumberRequest(trx, subjectId) : null;
    if (!row || row.closedAt !== null) return;
    const to = await newAddress(services, trx, row);
    await notify(services, trx, lostNumberLateNotice, {
      id: row.id,
      to,
      values: { reference: row.reference, requestId: row.id },
    });
  }),
];
