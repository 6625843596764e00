/** Manual money bookings are now in the list of all proposals; this keeps the old address working. */
import { redirect } from "react-router";
import type { Route } from "./+types/money";
import { getStaffSession } from "#features/platform/console/contract.ts";
import { call } from "#web/api.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  // A visitor without a console login sees the login page at every address.
  await call(getStaffSession, {}, { context });
  const query = new URL(request.url).searchParams;
  const proposalId = query.get("proposal");
  if (proposalId && /^[0-9a-f-]{36}$/.test(proposalId)) throw redirect(`/staff/checks/${proposalId}`, 303);
  throw redirect(`/staff/checks?kind=money${query.get("state") === "DONE" ? "&state=DONE" : ""}`, 303);
}
