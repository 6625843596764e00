/** Figures of a borrower at a glance, in the console, by group. */
export const figureGroups = ["CREDIT", "REPAYMENT", "CONTACT", "ACCOUNT"] as const;
export type FigureGroup = (typeof figureGroups)[number];
