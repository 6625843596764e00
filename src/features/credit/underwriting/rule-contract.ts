/**
 * Every rule that an application is checked against. Their figures are rows with dates (`underwriting_rule`). // Field
 * rules, product decisions 4
 */
export const ruleNames = [
  "AGE_FLOOR_YEARS",
  "INCOME_FLOOR_RUPIAH",
  "OPERATORS_CAP",
  "BURDEN_CAP_PPM",
  "SCORE_FLOOR_REJECT",
  "SCORE_FLOOR_REVIEW",
  "SCORE_UNKNOWN",
  "BUREAU_SILENT",
  "FRAUD_LIST",
  "SANCTION_LIST",
  "ARREARS_DAYS",
  "OWED_UNDERSTATED_RUPIAH",
  "NIK_BIRTH_MISMATCH",
  "NIK_DUPLICATE_OPEN",
  "NIK_DUPLICATE",
  "PHONE_DUPLICATE",
  "ACCOUNT_DUPLICATE",
  "DEVICE_SHARED",
  "EMAIL_SHARED",
  "INCOME_DISAGREES",
  "CONFIRMED_SOURCES",
  "RECORD_ANOTHERS",
  "OWN_SCORE_REJECT",
  "OWN_SCORE_REVIEW",
  "INCOME_BY_LINK",
] as const;
export type RuleName = (typeof ruleNames)[number];
