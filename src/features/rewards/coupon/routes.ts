import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/coupon-instructions", "features/rewards/coupon/screens/coupon-instructions.tsx"),
];
