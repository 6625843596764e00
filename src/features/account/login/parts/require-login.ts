/** For screens whose own calls are open to visitors: redirects people without a login to the login page and back. */
import { redirect, type RouterContextProvider } from "react-router";
import { call, pagePath } from "#web/api.ts";
import { pageAccount } from "#web/screen.ts";
import { getSession } from "../contract.ts";

export interface LoggedIn {
  userId: string;
  maskedMobileNumber: string;
  hasPassword: boolean;
}

export async function requireLogin(context: Readonly<RouterContextProvider>): Promise<LoggedIn> {
  const session = await call(getSession, {}, { context });
  if (!session.loggedIn) throw redirect(`/login?next=${encodeURIComponent(context.get(pagePath))}`);
  context.set(pageAccount, "in");
  return {
    userId: session.userId ?? "",
    maskedMobileNumber: session.maskedMobileNumber ?? "",
    hasPassword: session.hasPassword,
  };
}
