/** Asks staff to check the face, before a form sends them what they compare. */
import { call } from "#web/api.ts";
import type { Posted } from "#web/form-actions.ts";
import type { FaceReviewFlow } from "../contract.ts";
import { askFaceReview } from "../review-contract.ts";

/** For `first` of a form whose call reads the selfie. */
export const askStaff =
  (flow: FaceReviewFlow) =>
  async ({ context }: Pick<Posted, "context">): Promise<undefined> => {
    await call(askFaceReview, { flow }, { context });
  };
