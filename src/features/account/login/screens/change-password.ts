import { redirect } from "react-router";

/** Password managers open this address to change a password. // W3C: a well-known URL for changing passwords */
export const loader = () => redirect("/webview/password", 302);
