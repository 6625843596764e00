import { route } from "@react-router/dev/routes";

export const staff = [route("staff/audit", "features/operations/audit/staff/audit.tsx")];
