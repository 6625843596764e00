import { route } from "@react-router/dev/routes";

export const webview = [route("webview/static-text/:key", "features/operations/content/screens/static-text.tsx")];

export const staff = [
  route("staff/contents", "features/operations/content/staff/contents.tsx"),
  route("staff/contents/new", "features/operations/content/staff/content-new.tsx"),
  route("staff/contents/proposals/:proposalId", "features/operations/content/staff/content-proposal.tsx"),
  route("staff/contents/:collection/:key", "features/operations/content/staff/content.tsx"),
  route("staff/contents/:collection/:key/versions", "features/operations/content/staff/content-versions.tsx"),
];
