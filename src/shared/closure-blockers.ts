/** Reasons why an account cannot be closed yet. // Spec account 6 */
export const closureBlockers = [
  "LOAN_OPEN",
  "APPLICATION_OPEN",
  "PAYMENT_IN_FLIGHT",
  "BALANCE",
  "WITHDRAWAL_PENDING",
  "MONEY_PROPOSAL_OPEN",
  "REQUEST_OPEN",
  "SECURITY_HOLD",
  "LEGAL_HOLD",
] as const;
export type ClosureBlocker = (typeof closureBlockers)[number];
