import { route } from "@react-router/dev/routes";

const screens = "features/rewards/campaign-gift/screens";

export const webview = [
  route("webview/new-gift", `${screens}/new-gift.tsx`),
  route("webview/order-gift", `${screens}/order-gift.tsx`),
  route("webview/order-page", `${screens}/order-page.tsx`),
  route("webview/activity/tomoro/:activityId", `${screens}/tomoro.tsx`),
  route("webview/activity/tomoro-rules/:activityId", `${screens}/tomoro-rules.tsx`),
];
