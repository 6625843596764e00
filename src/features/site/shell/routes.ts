import { route } from "@react-router/dev/routes";

export const website = [
  route("error-page", "features/site/shell/screens/error-page.tsx"),
  route("*", "features/site/shell/screens/not-found.tsx"),
];
export const webview = [
  route("webview/close", "features/site/shell/screens/close.tsx"),
  route("webview/img-page", "features/site/shell/screens/img-page.tsx"),
];
