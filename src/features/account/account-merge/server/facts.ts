/** Results of a request's steps; sealed with the borrower's key. */
import * as v from "valibot";
import type { ChangeRequest } from "#features/account/change-request/server/index.ts";

export const mergeFacts = v.object({
  /** `08…` */
  otherNumber: v.optional(v.string()),
  otherId: v.optional(v.string()),
  faceCheckId: v.optional(v.string()),
  similarityPpm: v.optional(v.number()),
  /** The number that the account had when the request was sent. */
  ownNumber: v.optional(v.string()),
  /** The name of the browser or app that sent the request. */
  device: v.optional(v.string()),
});
export type MergeFacts = v.InferOutput<typeof mergeFacts>;
export type MergeState = "OTHER_PROVEN" | "FACE_PROVEN";
export type MergeRequest = ChangeRequest<MergeState, MergeFacts>;
