/** Outcomes that testers can choose for the sandbox's institutions. SILENT: the order arrived, its answer did not. */
export const linkOutcomes = [
  "LINKED",
  "LINKED_OTHER_HOLDER",
  "REFUSED",
  "CODE_NEEDED",
  "SILENT",
  "UNAVAILABLE",
] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];
