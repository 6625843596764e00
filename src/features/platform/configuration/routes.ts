import { route } from "@react-router/dev/routes";

export const website = [
  route("api/docs", "features/platform/configuration/screens/api-docs.tsx"),
  route("api/docs/:group", "features/platform/configuration/screens/api-group.tsx"),
];

export const staff = [
  route("staff/configuration", "features/platform/configuration/staff/configuration.tsx"),
  route("staff/configuration/new", "features/platform/configuration/staff/configuration-new.tsx"),
  route(
    "staff/configuration/proposals/:proposalId",
    "features/platform/configuration/staff/configuration-proposal.tsx",
  ),
  route("staff/configuration/:configName", "features/platform/configuration/staff/configuration-value.tsx"),
];
