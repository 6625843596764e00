import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/home", "features/site/borrower-home/screens/home.tsx"),
  route("webview/account", "features/site/borrower-home/screens/account.tsx"),
];
