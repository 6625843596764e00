/** Whether two accounts can be merged, and which of them survives. // Spec account 5 */
import type { Reader } from "#server/database.server.ts";
import { blockersOf, isClosing } from "#features/account/cancellation/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { borrowerStatus, registrationOfBorrower } from "#features/account/login/server/index.ts";
import { heldUntil } from "#features/account/hold/server/index.ts";
import type { Services } from "#server/services.ts";
import type { ObstacleCause } from "../contract.ts";
import { type LoanPhase, loansBeforeMerge } from "./blocks.ts";
import { liveMergeOf } from "./store.ts";

const loanStanding = (services: Services, reader: Reader, borrowerId: string): Promise<LoanPhase> =>
  services.ask(loansBeforeMerge)(reader, borrowerId);

/** Obstacles that staff must resolve before anything of an account moves. */
const looked = new Set(["LEGAL_HOLD", "MONEY_PROPOSAL_OPEN", "SECURITY_HOLD"]);

/**
 * Why two accounts cannot be merged; null when they can. "Another person" comes before anything about the account's
 * state.
 * @param mergeId the merge being carried out, which is no obstacle
 */
export async function whyNot(
  services: Services,
  reader: Reader,
  { ownId, otherId, mergeId }: { ownId: string; otherId: string | null; mergeId?: string },
): Promise<ObstacleCause | null> {
  if (otherId === null || otherId === ownId) return "NO_ACCOUNT";
  const status = await borrowerStatus(reader, otherId);
  if (status === null || status === "CLOSED" || status === "MERGED") return "NO_ACCOUNT";
  const [ownIdentity, otherIdentity] = [
    await identityOf(services, reader, ownId),
    await identityOf(services, reader, otherId),
  ];
  if (!ownIdentity?.faceVerified || (otherIdentity && otherIdentity.nik !== ownIdentity.nik)) return "OTHER_PERSON";
  const [own, other] = [await loanStanding(services, reader, ownId), await loanStanding(services, reader, otherId)];
  // For accounts with a loan, the number alone does not prove that they belong to the same person.
  if (!otherIdentity && other !== "NONE") return "OTHER_PERSON";
  for (const borrowerId of [ownId, otherId]) if (await isBlocked(services, reader, borrowerId)) return "BLOCKED";
  const live = await liveMergeOf(reader, [ownId, otherId]);
  if (live && live.id !== mergeId) return "BLOCKED";
  return own === "OPEN" && other === "OPEN" ? "BOTH_OPEN" : null;
}

async function isBlocked(services: Services, reader: Reader, borrowerId: string): Promise<boolean> {
  if ((await borrowerStatus(reader, borrowerId)) !== "ACTIVE") return true;
  if (await isClosing(reader, borrowerId)) return true;
  if (await heldUntil(services, reader, borrowerId)) return true;
  return (await blockersOf(services, reader, borrowerId)).some(({ code }) => looked.has(code));
}

const rank: Readonly<Record<LoanPhase, number>> = { OPEN: 2, PAST: 1, NONE: 0 };

/** The account with a loan, else the one with a verified face, else the older one. */
export async function chooseSurvivor(
  services: Services,
  reader: Reader,
  { ownId, otherId }: { ownId: string; otherId: string },
): Promise<{ survivorId: string; absorbedId: string }> {
  const facts = async (borrowerId: string) => ({
    borrowerId,
    loans: rank[await loanStanding(services, reader, borrowerId)],
    isVerified: (await identityOf(services, reader, borrowerId))?.faceVerified === true,
    since: (await registrationOfBorrower(reader, borrowerId))?.registeredAt.getTime() ?? 0,
  });
  const [own, other] = [await facts(ownId), await facts(otherId)];
  const by = other.loans - own.loans || Number(other.isVerified) - Number(own.isVerified) || own.since - other.since;
  return by > 0 ? { survivorId: otherId, absorbedId: ownId } : { survivorId: ownId, absorbedId: otherId };
}
