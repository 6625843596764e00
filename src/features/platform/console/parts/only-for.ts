/** A console page for sending one call is shown only to people who may send it: so no one fills in a form that will be refused. */
import type { Policy } from "#shared/contract.ts";
import { commonProblems } from "#shared/problems.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { say } from "#shared/texts.ts";
import { call, Problem, type CallOptions } from "#web/api.ts";
import { pageFrame } from "#web/screen.ts";
import { getStaffSession } from "../contract.ts";

/** Every call of the console fits, whatever the types of its schema. */
interface StaffCall {
  policy: Policy;
}

/** @throws Problem 403 when the person may make none of these calls; a redirect to the console's login without a login */
export async function onlyFor(options: CallOptions, ...calls: readonly StaffCall[]): Promise<void> {
  const { roles } = await call(getStaffSession, {}, options);
  if (calls.some(({ policy }) => policy.who === "staff" && mayStaff(roles, policy.permission))) return;
  const { language, traceId } = options.context.get(pageFrame);
  const { status, text } = commonProblems.NOT_ALLOWED;
  throw new Problem(status, { status: { code: "NOT_ALLOWED", detail: say(text, language) }, traceId });
}
