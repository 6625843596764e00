import { route } from "@react-router/dev/routes";

export const staff = [route("staff/audit", "features/platform/audit/staff/audit.tsx")];
