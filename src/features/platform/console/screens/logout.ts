import { redirect } from "react-router";
import type { Route } from "./+types/logout";
import { call } from "#web/api.ts";
import { staffLogout } from "../contract.ts";

/** Logging out is a post; a GET redirects to the console. */
export function loader() {
  throw redirect("/staff", 303);
}

export async function action({ context }: Route.ActionArgs) {
  await call(staffLogout, {}, { context });
  return redirect("/staff/login", 303);
}
