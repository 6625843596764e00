import type { Route } from "./+types/ticket";
import type { ScreenHandle } from "#web/screen.ts";
import { addEvidence } from "../contract.ts";
import { actOnTicket, loadTicket } from "../parts/ticket-calls.ts";
import { TicketScreen } from "../parts/ticket-screen.tsx";
import { outsideHosts } from "../parts/ticket-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  isStep: true,
  title: texts.ticketTitle,
  opens: outsideHosts,
  noIndex: true,
  uploads: [addEvidence],
};

export const loader = ({ request, context }: Route.LoaderArgs) => loadTicket(request, context);
export const action = ({ request, context }: Route.ActionArgs) => actOnTicket(request, context, "/complaint/ticket");

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketScreen {...loaderData} acted={actionData} />;
}
