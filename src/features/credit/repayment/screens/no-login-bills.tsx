import type { Route } from "./+types/no-login-bills";
import type { ScreenHandle } from "#web/screen.ts";
import { loadBills, payAction } from "../parts/bill-calls.ts";
import { BillScreen } from "../parts/bill-view.tsx";
import { texts } from "../texts.ts";

/** From the link of a message: the same bill and ways to pay, nothing that needs to know who looks. */
export const handle: ScreenHandle = { title: texts.title, noIndex: true };

export function loader({ context }: Route.LoaderArgs) {
  return loadBills(context, "link");
}

export function action({ request, context }: Route.ActionArgs) {
  return payAction(request, context, "link");
}

export default function NoLoginBills({ loaderData, actionData }: Route.ComponentProps) {
  return <BillScreen {...loaderData} answer={actionData} />;
}
