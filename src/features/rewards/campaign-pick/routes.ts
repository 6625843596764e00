import { route } from "@react-router/dev/routes";

export const webview = [route("webview/activity/world-cup", "features/rewards/campaign-pick/screens/world-cup.tsx")];
