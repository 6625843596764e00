/** The closed list of purposes that a verification challenge may have (product decisions 2). */
export const verificationPurposes = [
  "LOGIN",
  "SET_PASSWORD",
  "STEP_UP_SIGN",
  "STEP_UP_WITHDRAW",
  "STEP_UP_BIND",
  "OLD_NUMBER",
  "NEW_NUMBER",
  "MERGE",
  "EMAIL",
  "CANCEL",
] as const;
export type VerificationPurpose = (typeof verificationPurposes)[number];
/** Purposes whose proof a session may carry for ten minutes before a sensitive call. */
export type StepUpPurpose = Exclude<VerificationPurpose, "LOGIN">;
export const stepUpPurposes = verificationPurposes.filter((purpose): purpose is StepUpPurpose => purpose !== "LOGIN");
