import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/quota", "features/credit/limit/screens/quota.tsx"),
  route("webview/quota-change-history", "features/credit/limit/screens/quota-change-history.tsx"),
];
