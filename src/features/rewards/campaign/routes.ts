import { route } from "@react-router/dev/routes";

const screens = "features/rewards/campaign/screens";

export const webview = [
  route("webview/activity-center", `${screens}/activity-center.tsx`),
  route("webview/activity/comming", `${screens}/coming.tsx`),
  route("webview/seven-year", `${screens}/seven-year.tsx`),
  route("webview/activity/draw/:drawId", `${screens}/draw.tsx`),
];
