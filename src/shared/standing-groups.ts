/** What the console's page about a borrower says of the account as it stands, in the order of its lists. */
export const standingGroups = ["REQUESTS", "LINKS", "CONSENTS", "CONTESTS", "HOLDS"] as const;
export type StandingGroup = (typeof standingGroups)[number];
