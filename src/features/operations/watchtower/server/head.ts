/** Whom a page of the console is about, from the domains that know a part of it. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { blockCause, borrowerStatus } from "#features/account/login/server/index.ts";
import { isHeldByLaw } from "#features/account/privacy/server/index.ts";
import { lockedUntil, numberOf } from "#features/account/verification/server/index.ts";
import { loansInView, openAmong, writtenOffAmong } from "#features/credit/loan/server/index.ts";
import type { BorrowerHead, HeadFlag } from "../head-contract.ts";
import { unlessShredded } from "./borrower.ts";

/** Null for an id that is nobody's. */
export async function headOf(
  services: Services,
  reader: Reader,
  place: string,
  id: string,
): Promise<BorrowerHead | null> {
  const borrowerId = place === "borrowers" ? id : await borrowerAt(services, reader, place, id);
  if (borrowerId === null) return null;
  const numbered = async () => {
    const mobileNumber = await unlessShredded(numberOf(services, reader, borrowerId), null);
    const isLocked = mobileNumber !== null && (await lockedUntil(services, reader, mobileNumber)) !== null;
    return { mobileNumber, isLocked };
  };
  const [status, { mobileNumber, isLocked }, identity, loans, cause, isHeld] = await Promise.all([
    borrowerStatus(reader, borrowerId),
    numbered(),
    unlessShredded(identityOf(services, reader, borrowerId), null),
    loansInView(reader, borrowerId),
    blockCause(reader, borrowerId),
    isHeldByLaw(reader, borrowerId),
  ]);
  if (status === null) return null;
  const open = openAmong(loans);
  const flags: Record<HeadFlag, boolean> = {
    FROZEN_BY_OWNER: cause !== null,
    LEGAL_HOLD: isHeld,
    LOCKED: isLocked,
    WRITTEN_OFF: writtenOffAmong(loans) !== null,
    NIK_MISMATCH: identity?.nikMatchesBirth === false,
    // Who has given no identity yet has not come so far.
    FACE_NOT_VERIFIED: identity?.faceVerified === false,
  };
  return {
    borrowerId,
    fullName: identity?.fullName ?? null,
    maskedMobileNumber: mobileNumber && maskPhone(mobileNumber),
    status,
    openLoan: open && { loanId: open.id, loanNumber: open.number, state: open.state },
    flags: (Object.keys(flags) as HeadFlag[]).filter((flag) => flags[flag]),
  };
}

/** As the domain of the page says; null where it is about no borrower. */
async function borrowerAt(services: Services, reader: Reader, place: string, id: string): Promise<string | null> {
  for (const { borrowerOf } of services.domains) {
    const find = borrowerOf?.[place];
    if (find) return find(services, reader, id);
  }
  return null;
}
