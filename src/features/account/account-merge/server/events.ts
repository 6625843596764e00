/** Domain events of account merging. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = v.object({ borrowerId: v.string(), absorbedId: v.string(), mergeId: v.string() });

/** Two accounts are one from now on; `merged_<merge>`. `borrowerId` goes on. It can still go back. */
export const accountMerged = defineEvent("account.merged", about);
/** It went back: both accounts stand again; `unmerged_<merge>`. */
export const accountUnmerged = defineEvent("account.unmerged", about);
