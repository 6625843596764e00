/** What the steps of a request found out; sealed with the borrower's key. */
import * as v from "valibot";
import type { ChangeRequest } from "#features/account/change-request/server/index.ts";

export const facts = v.object({
  /** `08…` */
  otherNumber: v.optional(v.string()),
  otherId: v.optional(v.string()),
  faceCheckId: v.optional(v.string()),
  similarityPpm: v.optional(v.number()),
  /** The number that the account had when the request was sent. */
  ownNumber: v.optional(v.string()),
  /** What the browser or app called itself when the request was sent. */
  device: v.optional(v.string()),
});
export type Facts = v.InferOutput<typeof facts>;
export type Steps = "OTHER_PROVEN" | "FACE_PROVEN";
export type MergeRequest = ChangeRequest<Steps, Facts>;
