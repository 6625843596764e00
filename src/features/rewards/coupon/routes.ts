import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/activity/get-coupon", "features/rewards/coupon/screens/get-coupon.tsx"),
  route("webview/email-coupon", "features/rewards/coupon/screens/email-coupon.tsx"),
  route("webview/coupon-instructions", "features/rewards/coupon/screens/coupon-instructions.tsx"),
  route("webview/activity/coupon-rule", "features/rewards/coupon/screens/coupon-rule.tsx"),
];
