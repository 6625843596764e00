import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/coupon-instructions", "features/rewards/coupon/screens/coupon-instructions.tsx"),
  route("webview/activity/coupon-rule", "features/rewards/coupon/screens/coupon-rule.tsx"),
];
