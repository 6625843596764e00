/** What the steps of a request found out; sealed with the borrower's key. */
import * as v from "valibot";
import type { ChangeRequest } from "#features/account/change-request/server/index.ts";

const person = v.object({
  fullName: v.string(),
  /** 16 digits. */
  nik: v.string(),
  birthPlace: v.string(),
  /** YYYY-MM-DD */
  birthDate: v.string(),
  sex: v.picklist(["FEMALE", "MALE"]),
});
export type Person = v.InferOutput<typeof person>;

export const facts = v.object({
  faceCheckId: v.optional(v.string()),
  similarityPpm: v.optional(v.number()),
  /** What is said to be right, whole. */
  after: v.optional(person),
  /** What stood when the request was sent; kept with it, so that the former identity can be told from the papers. */
  before: v.optional(person),
  /** What the browser or app called itself when the request was sent. */
  device: v.optional(v.string()),
});
export type Facts = v.InferOutput<typeof facts>;
export type Steps = "IDENTITY_PROVEN" | "VALUES_NAMED";
export type Correction = ChangeRequest<Steps, Facts>;
