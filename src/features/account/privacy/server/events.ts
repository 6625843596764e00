/** Domain events of privacy. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";

const about = v.object({ borrowerId: v.string(), exportId: v.string(), sessionId: v.string() });

/** A copy of all data was asked for; `export_<export>`. */
export const exportAsked = defineEvent("export.asked", about);

/** A copy was downloaded; `export_<export>_<download>`. */
export const exportOpened = defineEvent("export.opened", about);

/** The last data kept by rules of a deleted borrower is destroyed; `retention_<borrower>`. */
export const retentionEnded = defineEvent("retention.ended", v.object({ borrowerId: v.string() }));
