import type { Route } from "./+types/ticket-in-app";
import type { ScreenHandle } from "#web/screen.ts";
import { addComplaintPhoto } from "../contract.ts";
import { loadTicket, ticketForms } from "../parts/ticket-calls.ts";
import { TicketScreen } from "../parts/ticket-screen.tsx";
import { outsideHosts } from "../parts/ticket-view.tsx";
import { texts } from "../texts.ts";

const path = "/webview/customer-service/complaint";
export const handle: ScreenHandle = {
  title: texts.ticketTitle,
  opens: outsideHosts,
  back: path,
  uploads: [addComplaintPhoto],
};

export const loader = ({ request, context }: Route.LoaderArgs) => loadTicket(request, context);
const forms = ticketForms.app;
export const action = forms.action;

export default function TicketInApp({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketScreen {...loaderData} outcome={actionData} form={(name) => forms.form(name, actionData)} />;
}
