/** A frozen account whose owner has lost the SIM: a lost-number request can exist next to its case, and releases it. // Spec account 2, docs/decisions/254 */
import { blockCause, releaseBorrower } from "#features/account/login/server/index.ts";
import { numberIndexOf } from "#features/account/verification/server/index.ts";
import { withdrawReview } from "#features/platform/review/server/index.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { SecurityEventKind } from "../contract.ts";
import { contestReview } from "./contest-review.ts";
import { contestOfNumber, newestContest } from "./contest-store.ts";
import { accountReleased } from "./events.ts";
import { contestStates } from "./lifecycle.ts";
import { isAnyContested } from "./store.ts";
import { notifySecurity } from "./telling.ts";

/** The account that its owner froze and that had this number (`08…`) before; null where there is none. */
export async function frozenWithNumber(
  services: Services,
  reader: Reader,
  mobileNumber: string,
): Promise<string | null> {
  const contest = await contestOfNumber(reader, numberIndexOf(services, mobileNumber));
  if (!contest || (await blockCause(reader, contest.borrowerId)) === null) return null;
  return contest.borrowerId;
}

/** Whether the owner objected to one of these events; also while the account was frozen already. `ids`: as in the notices. */
export const isObjectedTo = (
  reader: Reader,
  borrowerId: string,
  { kind, ids }: { kind: SecurityEventKind; ids: readonly string[] },
): Promise<boolean> =>
  isAnyContested(
    reader,
    borrowerId,
    ids.map((id) => `${kind}:${id}`),
  );

/**
 * Releases a frozen account after two people gave it another number: closes its case, and applications continue. The
 * caller holds the account's row lock and has held its value (`placeHold`). False when the account is not frozen.
 */
export async function releaseRecovered(
  services: Services,
  trx: Transaction,
  { borrowerId, similarityPpm }: { borrowerId: string; similarityPpm: number | null },
): Promise<boolean> {
  const contest = await newestContest(trx, borrowerId);
  if (!contest || (await blockCause(trx, borrowerId)) === null) return false;
  const { id } = contest;
  const at = services.clock.now();
  const move = { id, borrowerId, actor: "SYSTEM", cause: "NUMBER_RECOVERED", at } as const;
  const proof = { provenAt: at, similarityPpm };
  await contestStates.move(trx, { ...move, from: ["FROZEN"], to: "PROVEN", set: proof });
  if (!(await contestStates.move(trx, { ...move, from: ["PROVEN", "KEPT"], to: "RELEASED", set: { endedAt: at } })))
    return false;
  await withdrawReview(services, trx, contestReview, id, "SYSTEM");
  await releaseBorrower(services, trx, borrowerId);
  await services.events.announce(trx, accountReleased, { id: `released_${id}`, at, borrowerId, contestId: id });
  await notifySecurity(services, trx, { borrowerId, kind: "ACCOUNT_RELEASED", id, device: "" });
  return true;
}
