import { route } from "@react-router/dev/routes";

export const website = [
  route("login", "features/account/login/screens/login.tsx"),
  route(".well-known/change-password", "features/account/login/screens/change-password.ts"),
  route("confirm-account", "features/account/login/screens/confirm-account.tsx"),
];
export const webview = [
  route("webview/password", "features/account/login/screens/password.tsx"),
  route("webview/sessions", "features/account/login/screens/sessions.tsx"),
  route("webview/enter", "features/account/login/screens/enter.tsx"),
  route("webview/logout", "features/account/login/screens/logout.tsx"),
];
