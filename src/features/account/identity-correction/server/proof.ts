/** Photos of a request: at least one each time. */
import { proofOf } from "#features/account/change-request/server/index.ts";
import { correctionPage } from "../contract.ts";
import { correction, correctionReview } from "./kind.ts";

export const correctionProofs = proofOf({
  kind: correction,
  review: correctionReview,
  openState: "VALUES_NAMED",
  path: correctionPage,
  isNeeded: async () => true,
});
