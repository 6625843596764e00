/** One borrower for other domains: status, registration, locks. */
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import {
  claimNumber,
  numberOf,
  ownerOfNumber,
  releaseNumber,
  unlockNumber,
} from "#features/account/verification/server/index.ts";
import { borrowerRegistered } from "./events.ts";
import { addBorrower, findBorrower, writeStatus, type BorrowerStatus, type NewBorrower } from "./store.ts";

/** Creates the borrower's row and publishes the event. */
export async function addNewBorrower(
  services: Services,
  trx: Transaction,
  made: Omit<NewBorrower, "now">,
): Promise<void> {
  const { borrowerId } = made;
  const now = services.clock.now();
  await addBorrower(trx, { ...made, now });
  await services.events.announce(trx, borrowerRegistered, { id: `registered_${borrowerId}`, at: now, borrowerId });
}

/** Null for an id that was never registered. */
export async function borrowerStatus(trx: Reader, borrowerId: string): Promise<BorrowerStatus | null> {
  return ((await findBorrower(trx, borrowerId))?.status as BorrowerStatus | undefined) ?? null;
}

export interface Registration {
  registeredAt: Date;
  lastLoginAt: Date;
  brand: string;
  invitationCode: string | null;
  passwordSetAt: Date | null;
}

/** How and when a borrower came, for support and the timeline; null for an id that was never registered. */
export async function registrationOfBorrower(trx: Reader, borrowerId: string): Promise<Registration | null> {
  const row = await findBorrower(trx, borrowerId);
  return row
    ? {
        registeredAt: row.registeredAt,
        lastLoginAt: row.lastLoginAt,
        brand: row.brand,
        invitationCode: row.invitationCode,
        passwordSetAt: row.passwordSetAt,
      }
    : null;
}

/**
 * Blocks, unblocks, closes or merges an account. Any status but ACTIVE ends all its sessions; CLOSED and MERGED also
 * release the number. False when nothing changed.
 */
export async function setBorrowerStatus(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  status: BorrowerStatus,
): Promise<boolean> {
  if (!(await writeStatus(trx, borrowerId, status, services.clock.now()))) return false;
  if (status !== "ACTIVE") await revokeSessionsOf(services, trx, "borrower", borrowerId);
  if (status === "CLOSED" || status === "MERGED") await releaseNumber(services, trx, borrowerId);
  return true;
}

/** Opens the locks of wrong codes and passwords: support unlocks a borrower. Returns how many there were. */
export async function unlockBorrower(services: Services, trx: Transaction, borrowerId: string): Promise<number> {
  const number = await numberOf(services, trx, borrowerId);
  return number ? unlockNumber(services, trx, number) : 0;
}

/**
 * Registers a borrower without a code, for tests and measurements. Refused in prod.
 * @returns the borrower with this number, created if needed.
 */
export async function seedBorrower(
  services: Services,
  trx: Transaction,
  options: { mobileNumber: string; language?: Language; brand?: string },
): Promise<string> {
  if (services.config.appEnv === "prod") throw new Error("Borrowers are not seeded in prod.");
  const known = await ownerOfNumber(services, trx, options.mobileNumber);
  if (known) return known;
  const borrowerId = services.random.uuid();
  await addNewBorrower(services, trx, {
    borrowerId,
    language: options.language ?? "id",
    brand: options.brand ?? services.config.brand,
    invitationCode: null,
  });
  await claimNumber(services, trx, borrowerId, options.mobileNumber);
  return borrowerId;
}
