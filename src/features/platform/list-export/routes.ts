import { route } from "@react-router/dev/routes";

export const staff = [route("staff/exports", "features/platform/list-export/staff/exports.tsx")];
