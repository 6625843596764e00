import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff/login", "features/platform/console/screens/login.tsx"),
  route("staff/login/company", "features/platform/console/screens/sign-on.tsx"),
  route("staff/login/return", "features/platform/console/screens/sign-on-return.tsx"),
  route("staff/login/code", "features/platform/console/screens/sign-on-code.tsx"),
  route("staff/passkeys", "features/platform/console/screens/passkeys.tsx"),
  route("staff/join", "features/platform/console/screens/join.tsx"),
  route("staff/members", "features/platform/console/screens/members.tsx"),
  route("staff/members/invite", "features/platform/console/screens/member-invite.tsx"),
  route("staff/members/:staffId", "features/platform/console/screens/member.tsx"),
];
export const bare = [route("staff/logout", "features/platform/console/screens/logout.ts")];
