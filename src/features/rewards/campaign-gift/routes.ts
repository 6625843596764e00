import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/new-gift", "features/rewards/campaign-gift/screens/new-gift.tsx"),
  route("webview/order-gift", "features/rewards/campaign-gift/screens/order-gift.tsx"),
  route("webview/order-page", "features/rewards/campaign-gift/screens/order-page.tsx"),
  route("webview/activity/tomoro/:activityId", "features/rewards/campaign-gift/screens/tomoro.tsx"),
  route("webview/activity/tomoro-rules/:activityId", "features/rewards/campaign-gift/screens/tomoro-rules.tsx"),
];
