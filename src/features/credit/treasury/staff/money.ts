/** Money by hand stands among all proposals; whoever kept this address comes there. */
import { redirect } from "react-router";
import type { Route } from "./+types/money";

export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const proposalId = query.get("proposal");
  if (proposalId && /^[0-9a-f-]{36}$/.test(proposalId)) throw redirect(`/staff/checks/${proposalId}`, 303);
  throw redirect(`/staff/checks?kind=money${query.get("state") === "DONE" ? "&state=DONE" : ""}`, 303);
}
