/** The groups of an account's current state on the console's page about a borrower, in order. */
export const accountStateGroups = ["REQUESTS", "LINKS", "CONSENTS", "CONTESTS", "HOLDS"] as const;
export type AccountStateGroup = (typeof accountStateGroups)[number];
