/** An approved change takes effect: in one transaction with all that follows from it. // Product decisions account 4, threat D1 */
import { borrowerStatus, forgetLogin, lockBorrower } from "#features/account/login/server/index.ts";
import { placeHold } from "#features/account/hold/server/index.ts";
import { contestLink, notifySecurity } from "#features/account/security/server/index.ts";
import { contestDays } from "#features/account/security/contract.ts";
import {
  claimNumber,
  forgetDevicesOf,
  numberOf,
  reserveFormer,
  type Reservation,
} from "#features/account/verification/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { numberReservedDays } from "../contract.ts";
import { numberChanged } from "./events.ts";
import type { MobileChange } from "./facts.ts";
import { mobileChangeApprovedNotice, mobileChangeDoneNotice, mobileChangeRejectedNotice } from "./notices.ts";

/** Gives the account its number, or returns the reason why not: number or account are gone. The caller holds the request's lock. */
export async function applyMobileChange(
  services: Services,
  trx: Transaction,
  request: MobileChange,
): Promise<{ to: "DONE" | "REJECTED" | "STOPPED"; cause: string }> {
  const { borrowerId, id } = request;
  const { newNumber, device = "" } = request.facts;
  // The lock orders an objection and the effect, because freezing an account locks its row too.
  await lockBorrower(trx, borrowerId);
  if (newNumber === undefined) throw new Error(`The approved request ${id} names no number.`);
  if ((await borrowerStatus(trx, borrowerId)) !== "ACTIVE") return { to: "STOPPED", cause: "ACCOUNT_NOT_OPEN" };
  if (!(await giveNumber(services, trx, { borrowerId, newNumber, device, requestId: id, kind: "NUMBER_CHANGED" }))) {
    await notifyMobileChangeRejected(services, trx, borrowerId, id);
    return { to: "REJECTED", cause: "NUMBER_TAKEN" };
  }
  await notify(services, trx, mobileChangeDoneNotice, { id, borrowerId, values: { masked: maskPhone(newNumber) } });
  return { to: "DONE", cause: "IN_EFFECT" };
}

export interface GivenNumber {
  borrowerId: string;
  /** `08…` */
  newNumber: string;
  device: string;
  requestId: string;
  kind: "NUMBER_CHANGED" | "NUMBER_RECOVERED";
}

/**
 * Gives an account its new number: ends every login, removes password and known devices, holds value for 72 hours,
 * reserves the old number for its owner for 14 days and notifies it. False when another account has the number; then
 * nothing is changed.
 */
export async function giveNumber(services: Services, trx: Transaction, given: GivenNumber): Promise<boolean> {
  const { borrowerId, newNumber, device, requestId, kind } = given;
  const at = services.clock.now();
  const former = await numberOf(services, trx, borrowerId);
  if (!(await claimNumber(services, trx, borrowerId, newNumber))) return false;
  await revokeSessionsOf(services, trx, "borrower", borrowerId);
  await forgetLogin(trx, borrowerId);
  await forgetDevicesOf(services, trx, [newNumber, ...(former ? [former] : [])]);
  await placeHold(services, trx, { borrowerId, cause: kind, sourceId: requestId });
  const before = former ? { before: { mobileNumber: former } } : {};
  const contestEventId = await notifySecurity(services, trx, { borrowerId, kind, id: requestId, device, ...before });
  const until = new Date(at.getTime() + numberReservedDays * 86_400_000);
  if (former) await reserveFormer(services, trx, borrowerId, former, { until, contestEventId });
  await services.events.announce(trx, numberChanged, { id: `number_${requestId}`, at, borrowerId, requestId });
  return true;
}

/** Notifies that a request was rejected, with a link to the reason. */
export async function notifyMobileChangeRejected(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  id: string,
): Promise<void> {
  await notify(services, trx, mobileChangeRejectedNotice, { id, borrowerId, values: {} });
}

/** Notifies that a request was approved and waits for its day, so that the old number can still object. */
export async function notifyMobileChangeApproved(
  services: Services,
  trx: Transaction,
  request: MobileChange,
): Promise<void> {
  const { borrowerId, id, effectiveFrom, facts } = request;
  const values = {
    masked: maskPhone(facts.newNumber ?? ""),
    effectiveAt: (effectiveFrom ?? services.clock.now()).toISOString(),
  };
  await notify(services, trx, mobileChangeApprovedNotice, { id, borrowerId, values });
}

/** The page on which the owner of a replaced number objects, as in its notice; null when that time has passed. */
export function objectionPath(services: Services, replaced: Reservation): `/${string}` | null {
  const { borrowerId, contestEventId, replacedAt } = replaced;
  const signed = contestEventId ? contestLink({ borrowerId, eventId: contestEventId }).signed : undefined;
  const expiresAt = new Date(replacedAt.getTime() + contestDays * 86_400_000);
  if (!signed || expiresAt <= services.clock.now()) return null;
  const { purpose, subject, path } = signed;
  return `${path}?t=${services.keys.signLink({ purpose, subject, expiresAt })}`;
}
