/** Results of a request's steps; sealed with the borrower's key. */
import * as v from "valibot";
import type { ChangeRequest } from "#features/account/change-request/server/index.ts";

export const mobileChangeFacts = v.object({
  faceCheckId: v.optional(v.string()),
  similarityPpm: v.optional(v.number()),
  /** `08…` */
  newNumber: v.optional(v.string()),
  /** The number that the account had when the request was sent. */
  oldNumber: v.optional(v.string()),
  /** The name of the browser or app that sent the request. */
  device: v.optional(v.string()),
});
export type MobileChangeFacts = v.InferOutput<typeof mobileChangeFacts>;
export type MobileChangeState = "OLD_PROVEN" | "IDENTITY_PROVEN" | "NEW_PROVEN";
export type MobileChange = ChangeRequest<MobileChangeState, MobileChangeFacts>;
