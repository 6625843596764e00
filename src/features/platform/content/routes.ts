import { route } from "@react-router/dev/routes";

export const webview = [route("webview/static-text/:key", "features/platform/content/screens/static-text.tsx")];

export const staff = [
  route("staff/contents", "features/platform/content/staff/contents.tsx"),
  route("staff/contents/new", "features/platform/content/staff/content-new.tsx"),
  route("staff/contents/proposals/:proposalId", "features/platform/content/staff/content-proposal.tsx"),
  route("staff/contents/:collection/:key", "features/platform/content/staff/content.tsx"),
  route("staff/contents/:collection/:key/versions", "features/platform/content/staff/content-versions.tsx"),
];
