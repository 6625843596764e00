/** Outcomes that testers can choose for the sandbox's face check. MATCH_WEAK: the same face, below the similarity at which one staff member alone may decide. */
export const faceCheckOutcomes = [
  "MATCH",
  "MATCH_WEAK",
  "NO_MATCH",
  "UNREADABLE",
  "NOT_REGISTERED",
  "UNAVAILABLE",
] as const;
export type FaceCheckOutcome = (typeof faceCheckOutcomes)[number];
