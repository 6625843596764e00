import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/activity-center", "features/rewards/campaign/screens/activity-center.tsx"),
  route("webview/activity/comming", "features/rewards/campaign/screens/coming.tsx"),
  route("webview/seven-year", "features/rewards/campaign/screens/seven-year.tsx"),
  route("webview/activity/draw/:drawId", "features/rewards/campaign/screens/draw.tsx"),
];

export const staff = [
  route("staff/campaigns", "features/rewards/campaign/staff/campaigns.tsx"),
  route("staff/campaigns/new", "features/rewards/campaign/staff/campaign-new.tsx"),
  route("staff/campaigns/:activityId", "features/rewards/campaign/staff/campaign.tsx"),
  route("staff/campaigns/:activityId/edit", "features/rewards/campaign/staff/campaign-edit.tsx"),
  route("staff/campaigns/:activityId/preview", "features/rewards/campaign/staff/preview.tsx"),
  route("staff/campaigns/:activityId/result", "features/rewards/campaign/staff/result.tsx"),
  route("staff/campaigns/:activityId/winners", "features/rewards/campaign/staff/winners.tsx"),
];
