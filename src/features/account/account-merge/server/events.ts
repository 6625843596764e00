/** Domain events of account merging. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = v.object({ borrowerId: v.string(), absorbedId: v.string(), mergeId: v.string() });

/** Two accounts are one from now on; `merged_<merge>`. `borrowerId` is the surviving one. The merge can still be undone. */
export const accountMerged = defineEvent("account.merged", about);
/** The merge was undone: both accounts are active again; `unmerged_<merge>`. */
export const accountUnmerged = defineEvent("account.unmerged", about);
