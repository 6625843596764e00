import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/integral", "features/rewards/points/screens/integral.tsx"),
  route("webview/integral-record", "features/rewards/points/screens/integral-record.tsx"),
  route("webview/integral-rule", "features/rewards/points/screens/integral-rule.tsx"),
];
