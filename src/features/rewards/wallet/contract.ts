/** Reward money: the wallet, its records, and withdrawing it. // Product decisions, rewards 3 */
/** What moved money in a wallet. GIVEN_BACK: a withdrawal that failed. */
export const recordKinds = ["REWARD", "WITHDRAWAL", "GIVEN_BACK", "EXPIRED", "REVOKED"] as const;
export type RecordKind = (typeof recordKinds)[number];

export const withdrawalStates = ["PENDING", "SUCCEEDED", "FAILED"] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];
