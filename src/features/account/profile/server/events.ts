/** Domain events of the profile. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

/** A part was saved; `saved_<save>`. `isComplete`: all three are there now. */
export const profileSaved = defineEvent(
  "profile.saved",
  v.object({ borrowerId: v.string(), isComplete: v.boolean(), isIncomeChanged: v.boolean() }),
);

/** All three parts are there for the first time; `completed_<borrower>`. */
export const profileCompleted = defineEvent("profile.completed", v.object({ borrowerId: v.string() }));
