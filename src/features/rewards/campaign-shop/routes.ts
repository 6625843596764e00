import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/activity/get-coupon", "features/rewards/campaign-shop/screens/get-coupon.tsx"),
  route("webview/email-coupon", "features/rewards/campaign-shop/screens/email-coupon.tsx"),
  route("webview/integral-detail", "features/rewards/campaign-shop/screens/integral-detail.tsx"),
];
