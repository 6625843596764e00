/** What the sandbox's registers can be told to answer. SILENT: the order arrived, its answer did not. */
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
