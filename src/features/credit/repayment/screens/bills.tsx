import type { Route } from "./+types/bills";
import type { ScreenHandle } from "#web/screen.ts";
import { loadBills, payAction, type PayAnswer } from "../parts/bill-calls.ts";
import { BillScreen } from "../parts/bill-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

export function loader({ context }: Route.LoaderArgs) {
  return loadBills(context, "session");
}

export function action({ request, context }: Route.ActionArgs) {
  return payAction(request, context, "session");
}

export default function BillsScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <BillScreen {...loaderData} {...(actionData as PayAnswer | undefined)} />;
}
