/** Loyalty points: the balance, what they came from and went to, and what they are exchanged for. // Product decisions, rewards 5 */
/** What moved points. GIVEN_BACK: an exchange that was undone. */
export const pointsKinds = ["EARNED", "SPENT", "GIVEN_BACK", "EXPIRED", "REVOKED"] as const;
export type PointsKind = (typeof pointsKinds)[number];

/** What brings points by itself, whatever campaigns there are. */
export const pointsTasks = ["CHECK_IN", "PAYMENT_SUCCESS", "FINISH_ORDER", "SHARE_MGM", "SET_PASSWORD"] as const;
export type PointsTask = (typeof pointsTasks)[number];
