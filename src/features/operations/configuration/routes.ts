import { route } from "@react-router/dev/routes";

export const website = [route("api/docs", "features/operations/configuration/screens/api-docs.tsx"), route("api/docs/:group", "features/operations/configuration/screens/api-group.tsx")];
