/** Results of a request's steps; sealed with the borrower's key. */
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
export type CorrectedPerson = v.InferOutput<typeof person>;

export const correctionFacts = v.object({
  faceCheckId: v.optional(v.string()),
  similarityPpm: v.optional(v.number()),
  /** The requested identity, complete. */
  after: v.optional(person),
  /** The identity when the request was sent; stored with it, so that the documents show the former identity. */
  before: v.optional(person),
  /** The name of the browser or app that sent the request. */
  device: v.optional(v.string()),
});
export type CorrectionFacts = v.InferOutput<typeof correctionFacts>;
export type CorrectionState = "IDENTITY_PROVEN" | "VALUES_NAMED";
export type Correction = ChangeRequest<CorrectionState, CorrectionFacts>;
