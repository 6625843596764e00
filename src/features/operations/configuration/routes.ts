import { route } from "@react-router/dev/routes";

export const website = [
  route("api/docs", "features/operations/configuration/screens/api-docs.tsx"),
  route("api/docs/:group", "features/operations/configuration/screens/api-group.tsx"),
];

export const staff = [
  route("staff/configuration", "features/operations/configuration/staff/configuration.tsx"),
  route("staff/configuration/new", "features/operations/configuration/staff/configuration-new.tsx"),
  route(
    "staff/configuration/proposals/:proposalId",
    "features/operations/configuration/staff/configuration-proposal.tsx",
  ),
  route("staff/configuration/:configName", "features/operations/configuration/staff/configuration-value.tsx"),
];
