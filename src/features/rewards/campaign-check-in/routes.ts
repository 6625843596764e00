import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/activity/sign-in", "features/rewards/campaign-check-in/screens/sign-in.tsx"),
  route("webview/activity/sign-in-order", "features/rewards/campaign-check-in/screens/sign-in-order.tsx"),
];
