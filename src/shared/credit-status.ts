/** Spec 3: of the profile, computed from the loans. */
export const creditStatuses = ["NOT_APPLIED", "PAID_OFF", "NOT_PAY_OFF"] as const;
export type CreditStatus = (typeof creditStatuses)[number];
