/** Reviews of friends before rewards are given: marks lead to a review, never to a refusal by themselves. // Product decisions, rewards 6 */
import * as v from "valibot";
import { openReview, reviewKindOf, withdrawReview } from "#features/platform/review/server/index.ts";
import { derivedId } from "#features/rewards/campaign/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { invitationLifecycle } from "./lifecycle.ts";
import { invitationMarks, type InvitationMark } from "./marks.ts";
import type { FriendInvitationRow } from "./store.ts";

export const checkKind = "invitation_reward";
export const checkFacts = v.object({ invitationId: v.string(), marks: v.array(v.picklist(invitationMarks)) });

/** The review case of an invitation: one for its coupons, and one for each reward in money. */
const caseOf = ({ id, cashTries }: Pick<FriendInvitationRow, "id" | "cashTries">): string =>
  derivedId("invitation-check", id, String(cashTries));

/** Opens a review of a friend before anything is given. */
export async function openCheck(
  services: Services,
  trx: Transaction,
  row: FriendInvitationRow,
  marks: readonly InvitationMark[],
): Promise<void> {
  const at = services.clock.now();
  const { id, borrowerId } = row;
  const isMoved = await invitationLifecycle.move(trx, {
    id,
    borrowerId,
    from: ["JOINED", "COUNTED"],
    to: "CHECKING",
    actor: "SYSTEM",
    cause: "MARKED",
    at,
    set: { changedAt: at },
  });
  if (isMoved)
    await openReview(services, trx, reviewKindOf(services, checkKind), {
      borrowerId,
      subjectId: caseOf(row),
      facts: { invitationId: id, marks: [...marks] },
    });
}

/** Withdraws a review whose subject has ended. */
export const withdrawCheck = (services: Services, trx: Transaction, row: FriendInvitationRow): Promise<boolean> =>
  withdrawReview(services, trx, reviewKindOf(services, checkKind), caseOf(row), "SYSTEM");
