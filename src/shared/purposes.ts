/** The closed list of purposes that a verification challenge may have (product decisions 2). */
const verificationPurposes = [
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
  "UNFREEZE",
  "STEP_UP_MERGE",
] as const;
export type VerificationPurpose = (typeof verificationPurposes)[number];
/** Purposes whose code goes to a mobile number. EMAIL_ADDRESS is sent by mail only, and only by the e-mail domain. */
export type MobilePurpose = Exclude<VerificationPurpose, "EMAIL_ADDRESS">;
export const mobilePurposes = verificationPurposes.filter(
  (purpose): purpose is MobilePurpose => purpose !== "EMAIL_ADDRESS",
);
/** Purposes without a login: the person proves a number, after a captcha as at login. */
const anonymousPurposes = ["LOGIN", "UNFREEZE", "RECOVER_NUMBER"] as const satisfies readonly MobilePurpose[];
type AnonymousPurpose = (typeof anonymousPurposes)[number];
export const isAnonymousPurpose = (purpose: VerificationPurpose): purpose is AnonymousPurpose =>
  anonymousPurposes.some((one) => one === purpose);
/** Purposes that a session can prove for ten minutes before a sensitive call. */
export type StepUpPurpose = Exclude<MobilePurpose, AnonymousPurpose>;
export const stepUpPurposes = mobilePurposes.filter(
  (purpose): purpose is StepUpPurpose => !isAnonymousPurpose(purpose),
);
