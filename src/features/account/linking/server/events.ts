/** Domain events of links. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { linkKinds } from "../contract.ts";

/** An account elsewhere was read; `read_<link>`. */
export const accountRead = defineEvent(
  "linking.account_read",
  v.object({ borrowerId: v.string(), linkId: v.string(), kind: v.picklist(linkKinds.codes) }),
);
