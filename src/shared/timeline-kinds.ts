/** The kinds of entry in a borrower's timeline, in the order of its tabs. */
export const timelineKinds = ["ACCOUNT", "LOAN", "LIMIT", "MESSAGE", "PAYMENT", "COMPLAINT", "STAFF"] as const;
export type TimelineKind = (typeof timelineKinds)[number];
