import { route } from "@react-router/dev/routes";

const screens = "features/rewards/campaign-egg/screens";

export const webview = [
  route("webview/activity/toy-egg/:activityId", `${screens}/toy-egg.tsx`),
  route("webview/activity/toy-egg-2/:activityId", `${screens}/toy-egg-2.tsx`),
  route("webview/activity/toy-egg-2/policyAgreement/:activityId", `${screens}/policy-agreement.tsx`),
  route("webview/golden-egg", `${screens}/golden-egg.tsx`),
  route("webview/golden-rule", `${screens}/golden-rule.tsx`),
];
