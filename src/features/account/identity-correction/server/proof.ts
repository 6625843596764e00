/** Photos of a request: at least one each time. */
import { proofOf } from "#features/account/change-request/server/index.ts";
import { page } from "../contract.ts";
import { correction, correctionReview } from "./kind.ts";

export const proofs = proofOf({
  kind: correction,
  review: correctionReview,
  openState: "VALUES_NAMED",
  path: page,
  isNeeded: async () => true,
});
