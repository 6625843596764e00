import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/activity/toy-egg/:activityId", "features/rewards/campaign-egg/screens/toy-egg.tsx"),
  route("webview/activity/toy-egg-2/:activityId", "features/rewards/campaign-egg/screens/toy-egg-2.tsx"),
  route(
    "webview/activity/toy-egg-2/policyAgreement/:activityId",
    "features/rewards/campaign-egg/screens/policy-agreement.tsx",
  ),
  route("webview/golden-egg", "features/rewards/campaign-egg/screens/golden-egg.tsx"),
  route("webview/golden-rule", "features/rewards/campaign-egg/screens/golden-rule.tsx"),
];
