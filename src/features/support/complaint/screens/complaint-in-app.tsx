import type { Route } from "./+types/complaint-in-app";
import type { ScreenHandle } from "#web/screen.ts";
import { complaintForms, loadForm, type ComplaintFormResult } from "../parts/complaint-form.ts";
import { ComplaintForm } from "../parts/complaint-form-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/customer-service" };

export const loader = ({ context }: Route.LoaderArgs) => loadForm(context);
export const action = complaintForms.app.action;

export default function ComplaintInApp({ loaderData, actionData }: Route.ComponentProps) {
  return <ComplaintForm {...loaderData} answer={actionData as ComplaintFormResult | undefined} />;
}
