/** Photos and a video that go with a request. */
import { proofOf } from "#features/account/change-request/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { mobileChangePages } from "../contract.ts";
import { mobileChangeFlagsOf } from "./flags.ts";
import { mobileChange, mobileChangeReview } from "./kind.ts";

export const mobileChangeProofs = proofOf({
  kind: mobileChange,
  review: mobileChangeReview,
  openState: "NEW_PROVEN",
  path: mobileChangePages.proof,
  async isNeeded(services, reader, own) {
    const request = await mobileChange.one(services, reader, own);
    if (request?.state !== "NEW_PROVEN") return false;
    const oldNumber = (await numberOf(services, reader, own.borrowerId)) ?? "";
    return (await mobileChangeFlagsOf(services, reader, request, oldNumber)).length > 0;
  },
});
