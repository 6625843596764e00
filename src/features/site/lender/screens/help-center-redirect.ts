import { redirect } from "react-router";

/** Spec 2.2: without a type it redirects to GENERAL. */
export function loader() {
  return redirect("/webview/lender/help-center/GENERAL");
}
