import { route } from "@react-router/dev/routes";

export const website = [route("unsubscribe/:token", "features/account/email/screens/unsubscribe.tsx")];
export const webview = [
  route("webview/add-email", "features/account/email/screens/add-email.tsx"),
  route("webview/verify-email", "features/account/email/screens/verify-email.tsx"),
  route("webview/email-fast-link", "features/account/email/screens/email-fast-link.tsx"),
  route("webview/email-status", "features/account/email/screens/email-status.tsx"),
];
