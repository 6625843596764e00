/** Outcomes that testers can choose for the sandbox's bureau. UNAVAILABLE: we ask again later. */
export const bureauOutcomes = [
  "CLEAN",
  "LOW_SCORE",
  "THREE_PLATFORMS",
  "HEAVY_BURDEN",
  "FRAUD_LISTED",
  "UNAVAILABLE",
] as const;
export type BureauOutcome = (typeof bureauOutcomes)[number];
