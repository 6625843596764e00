/** The life of a link to fill in: open until it is used, replaced, too old, or its tries are used up. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const fillLinkLife = defineLifecycle(
  "fill_link",
  { OPEN: ["DONE", "DEAD", "EXPIRED", "REPLACED"], DONE: [], DEAD: [], EXPIRED: [], REPLACED: [] },
  { table: "fill_link", isBorrowers: true },
);
