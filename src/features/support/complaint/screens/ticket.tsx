import type { Route } from "./+types/ticket";
import type { ScreenHandle } from "#web/screen.ts";
import { addComplaintPhoto } from "../contract.ts";
import { loadTicket, ticketForms } from "../parts/ticket-calls.ts";
import { TicketScreen } from "../parts/ticket-screen.tsx";
import { outsideHosts } from "../parts/ticket-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  isStep: true,
  title: texts.ticketTitle,
  opens: outsideHosts,
  noIndex: true,
  uploads: [addComplaintPhoto],
};

export const loader = ({ request, context }: Route.LoaderArgs) => loadTicket(request, context);
const forms = ticketForms.site;
export const action = forms.action;

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketScreen {...loaderData} outcome={actionData} form={(name) => forms.form(name, actionData)} />;
}
