import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/lender/about-us", "features/site/lender/screens/about-us.tsx"),
  route("webview/lender/help-center", "features/site/lender/screens/help-center-redirect.ts"),
  route("webview/lender/help-center/:type", "features/site/lender/screens/help-center.tsx"),
];
