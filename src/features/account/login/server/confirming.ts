/**
 * Operators resell numbers. A login by code on an unknown device after 90 days without a login opens nothing of the
 * account until its owner enters birth date and the end of the NIK; a new holder of the number releases it after 72
 * hours without an objection. // Spec account 2, decision 254
 */
import { sql } from "kysely";
import { identityOf, isIdentityGiven } from "#features/account/identity/server/index.ts";
import { ownerOfNumber, provenNumber, releaseNumber } from "#features/account/verification/server/index.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Session } from "#server/call/session.server.ts";
import { transact, type Database, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { confirmations, releaseHours, silentDays } from "../confirm-contract.ts";
import { numberDisowned } from "./events.ts";
import { releaseStates } from "./lifecycle.ts";
import { deleteReleases, dueReleases, insertRelease, waitingRelease } from "./release-store.ts";
import { findBorrower, isDeviceKnown } from "./store.ts";

const day = 86_400_000;

/** Whether a login by code has to be confirmed: long silence, and no device that this account knows by its signed cookie, whatever it calls itself. */
export async function needsConfirming(
  services: Services,
  reader: Reader,
  borrowerId: string,
  knownDevice: string | null,
): Promise<boolean> {
  const row = await findBorrower(reader, borrowerId);
  const silentSince = new Date(services.clock.now().getTime() - silentDays * day);
  if (row?.status !== "ACTIVE" || row.lastLoginAt > silentSince) return false;
  return knownDevice === null || !(await isDeviceKnown(reader, borrowerId, knownDevice));
}

export interface Confirming {
  borrowerId: string;
  mobileNumber: string;
  verificationId: string;
}

/** The account whose number this session has proven and not confirmed. @throws Refusal VERIFICATION_NEEDED, CONFIRM_NOT_NEEDED */
export async function confirmingOf(
  services: Services,
  reader: Database,
  session: Pick<Session, "id">,
  knownDevice: string | null,
): Promise<Confirming> {
  const proven = await provenNumber(services, reader, session.id, "LOGIN");
  if (!proven) throw new Refusal("VERIFICATION_NEEDED");
  const borrowerId = await ownerOfNumber(services, reader, proven.mobileNumber);
  if (borrowerId === null || !(await needsConfirming(services, reader, borrowerId, knownDevice)))
    throw new Refusal("CONFIRM_NOT_NEEDED");
  return { borrowerId, ...proven };
}

/** Compares what only the owner knows; a try is counted before it. @throws Refusal CONFIRM_WRONG, RATE_LIMITED */
export async function compareOwner(
  services: Services,
  borrowerId: string,
  stated: { birthDate: string; nikEnding: string },
): Promise<void> {
  const { database } = services;
  await limitRate(services, database, confirmations, borrowerId);
  const identity = await identityOf(services, database, borrowerId);
  if (identity?.birthDate !== stated.birthDate || !identity.nik.endsWith(stated.nikEnding))
    throw new Refusal("CONFIRM_WRONG");
}

/** Until when an owner can object; null when the number was not reported as new. */
export const releaseAt = async (reader: Reader, borrowerId: string): Promise<Date | null> =>
  (await waitingRelease(reader, borrowerId))?.dueAt ?? null;

/** The caller says that the number is new to them: it is released at once when its account has no identity, else after time for an objection. A repeated report counts once. */
export async function disownLogin(services: Services, trx: Transaction, borrowerId: string): Promise<Date | null> {
  if (!(await isIdentityGiven(trx, borrowerId))) {
    await releaseNumber(services, trx, borrowerId);
    return null;
  }
  const known = await waitingRelease(trx, borrowerId);
  if (known) return known.dueAt;
  const at = services.clock.now();
  const dueAt = new Date(at.getTime() + releaseHours * 3_600_000);
  const id = services.random.uuid();
  if (!(await insertRelease(trx, { borrowerId, id, askedAt: at, dueAt }))) return releaseAt(trx, borrowerId);
  await releaseStates.begin(trx, { id, borrowerId, actor: "SYSTEM", cause: "NUMBER_NEW", at });
  await services.events.announce(trx, numberDisowned, { id: `disowned_${id}`, at, borrowerId });
  return dueAt;
}

/** The owner has logged in, or objected. False when nothing waited. */
export async function objectToRelease(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const waiting = await waitingRelease(trx, borrowerId);
  if (!waiting) return false;
  const at = services.clock.now();
  const move = { borrowerId, actor: "BORROWER", cause: "OBJECTED", at } as const;
  return releaseStates.move(trx, { ...move, id: waiting.id, from: ["WAITING"], to: "OBJECTED", set: { endedAt: at } });
}

const [atOnce, keptDays] = [100, 400];

/** Releases numbers whose owner did not object. */
export const releaseSweep: Sweep = {
  name: "login-number-release",
  everySeconds: 60,
  waits: {
    text: { id: "Nomor yang dilepas", en: "Numbers to release", zh: "待释放的手机号" },
    rows: [{ table: "number_release", at: "dueAt", where: sql<boolean>`state = 'WAITING'` }],
  },
  finds: [
    { table: "number_release", at: "dueAt", where: sql<boolean>`state = 'WAITING'` },
    { table: "number_release", at: "endedAt", afterSeconds: keptDays * 86_400 },
  ],
  async run(services) {
    const { database, clock, log } = services;
    const now = clock.now();
    const released = await eachDue(
      await dueReleases(database, now, atOnce),
      ({ borrowerId, id }) =>
        transact(database, async (trx) => {
          const move = { id, borrowerId, actor: "SYSTEM", cause: "NOT_OBJECTED", at: now } as const;
          const isMine = await releaseStates.move(trx, {
            ...move,
            from: ["WAITING"],
            to: "RELEASED",
            set: { endedAt: now },
          });
          if (isMine) await releaseNumber(services, trx, borrowerId);
          return isMine;
        }),
      { log, failure: "a number was not set free", idOf: ({ id }) => id },
    );
    return transact(database, async (trx) => {
      const old = await deleteReleases(trx, new Date(now.getTime() - keptDays * day), atOnce);
      await releaseStates.forget(trx, old);
      return released + old.length;
    });
  },
};
