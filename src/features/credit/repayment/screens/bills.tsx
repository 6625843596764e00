import type { Route } from "./+types/bills";
import type { ScreenHandle } from "#web/screen.ts";
import { billForms, loadBills } from "../parts/bill-calls.ts";
import { BillScreen } from "../parts/bill-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, attach: ["userStatus"] };

export function loader({ context }: Route.LoaderArgs) {
  return loadBills(context, "session");
}

export const action = billForms.session.action;

export default function BillsScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <BillScreen {...loaderData} outcome={actionData} />;
}
