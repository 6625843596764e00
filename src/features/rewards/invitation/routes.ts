import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/invitation-human", "features/rewards/invitation/screens/invitation.tsx", { id: "invitation-human" }),
  route("webview/invitation-human-v2", "features/rewards/invitation/screens/invitation-v2.tsx"),
  route("webview/invitation/detail", "features/rewards/invitation/screens/friends.tsx", { id: "invitation-detail" }),
  route("webview/invitation-human/detail", "features/rewards/invitation/screens/friends.tsx", {
    id: "invitation-human-detail",
  }),
  route("webview/invitation-human-v2/detail", "features/rewards/invitation/screens/friends.tsx", {
    id: "invitation-human-v2-detail",
  }),
  route("webview/activity/register-human", "features/rewards/invitation/screens/register.tsx", {
    id: "register-human",
  }),
  route("webview/activity/register-human-v2", "features/rewards/invitation/screens/register.tsx", {
    id: "register-human-v2",
  }),
];
