/** Events of limits. The change is recorded already: none of these can be refused. */
import * as v from "valibot";
import { defineEvent } from "#server/events/domain-events.ts";
import { limitKinds } from "../contract.ts";

/** A credit limit or a temporary one changed its amount; `changed_<change>`. */
export const limitChanged = defineEvent(
  "limit.changed",
  v.object({ borrowerId: v.string(), changeId: v.string(), kind: v.picklist(limitKinds.codes) }),
);
