/** What the sandbox's bureau can be told to answer. UNAVAILABLE: it is asked again later. */
export const bureauOutcomes = [
  "CLEAN",
  "LOW_SCORE",
  "THREE_PLATFORMS",
  "HEAVY_BURDEN",
  "FRAUD_LISTED",
  "UNAVAILABLE",
] as const;
export type BureauOutcome = (typeof bureauOutcomes)[number];
