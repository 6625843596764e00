/** Outcomes that testers can choose for the sandbox's registers. SILENT: the order arrived, its answer did not. */
export const lookupOutcomes = [
  "FOUND",
  "FOUND_LOW_WAGE",
  "FOUND_OTHER_HOLDER",
  "NOT_FOUND",
  "CREDENTIAL_REFUSED",
  "CODE_NEEDED",
  "SILENT",
  "UNAVAILABLE",
] as const;
export type LookupOutcome = (typeof lookupOutcomes)[number];
