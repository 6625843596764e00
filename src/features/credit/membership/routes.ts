import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/viprights", "features/credit/membership/screens/viprights.tsx"),
  route("webview/upgrade-plus", "features/credit/membership/screens/upgrade-plus.tsx"),
  route("webview/reduce-interest", "features/credit/membership/screens/reduce-interest.tsx"),
];
