import { redirect } from "react-router";

/** Spec 2.1: /index redirects to home. */
export function loader() {
  return redirect("/home", 301);
}
