import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/activity/pay-wish", "features/rewards/campaign-wish/screens/pay-wish.tsx"),
  route("webview/activity/pay-wish-detail", "features/rewards/campaign-wish/screens/pay-wish-detail.tsx"),
];
