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
  "EMAIL_ADDRESS",
  "DATA_EXPORT",
  "RECOVER_NUMBER",
] as const;
export type VerificationPurpose = (typeof verificationPurposes)[number];
/** Purposes whose code goes to a mobile number. EMAIL_ADDRESS goes by mail alone, and only from the domain that keeps addresses. */
export type MobilePurpose = Exclude<VerificationPurpose, "EMAIL_ADDRESS">;
export const mobilePurposes = verificationPurposes.filter(
  (purpose): purpose is MobilePurpose => purpose !== "EMAIL_ADDRESS",
);
/** Purposes of who is logged in nowhere yet. */
const outsidePurposes = ["LOGIN", "RECOVER_NUMBER"] as const satisfies readonly MobilePurpose[];
/** Purposes whose proof a session may carry for ten minutes before a sensitive call. */
export type StepUpPurpose = Exclude<MobilePurpose, (typeof outsidePurposes)[number]>;
export const isStepUpPurpose = (purpose: VerificationPurpose): purpose is StepUpPurpose =>
  purpose !== "EMAIL_ADDRESS" && !outsidePurposes.some((outside) => outside === purpose);
export const stepUpPurposes = mobilePurposes.filter(isStepUpPurpose);
