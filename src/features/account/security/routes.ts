import { route } from "@react-router/dev/routes";

export const website = [
  route("not-me", "features/account/security/screens/not-me.tsx"),
  route("account-hold", "features/account/security/screens/account-hold.tsx"),
];
export const webview = [route("webview/security", "features/account/security/screens/security.tsx")];
