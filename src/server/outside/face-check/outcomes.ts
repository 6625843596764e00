/** What the sandbox's face check can be told to answer. MATCH_WEAK: the same face, below the similarity that one person decides by. */
export const faceCheckOutcomes = [
  "MATCH",
  "MATCH_WEAK",
  "NO_MATCH",
  "UNREADABLE",
  "NOT_REGISTERED",
  "UNAVAILABLE",
] as const;
export type FaceCheckOutcome = (typeof faceCheckOutcomes)[number];
