/** The outcomes of the sandbox's test persons. // Product decisions 3 */
export const personOutcomes = [
  "APPROVED",
  "REVIEW",
  "REFUSED_AGE",
  "REFUSED_PLATFORMS",
  "REFUSED_INCOME",
  "REFUSED_BURDEN",
  "REFUSED_FRAUD",
  "TRANSFER_FAILS",
  "TRANSFER_SLOW",
  "TRANSFER_RETURNED",
  "NAME_MISMATCH",
  "EWALLET_TIMES_OUT",
  "FACE_FAILS",
  "FACE_UNREADABLE",
] as const;
export type PersonOutcome = (typeof personOutcomes)[number];
