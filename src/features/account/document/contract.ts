/** Spec 3: kinds of additional documents. */
export const documentKinds = [
  "PASSPORT",
  "PROPERTY_CERTIFICATE",
  "CREDIT_CARD",
  "TAX_CARD",
  "DIPLOMA",
  "SALARY_SLIP",
  "BANK_STATEMENT",
  "EMPLOYMENT_INSURANCE_CARD",
  "DRIVING_LICENCE",
  "VEHICLE_REGISTRATION",
  "FAMILY_CARD",
  "OTHER_TEXT",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Spec 5 and 9: up to 6 photos of a kind. */
export const mostPhotos = 6;
/** Decisions 4: one income evidence (pay slip or account statement) before review. */
export const incomeEvidenceKinds = ["SALARY_SLIP", "BANK_STATEMENT"] as const satisfies readonly DocumentKind[];
