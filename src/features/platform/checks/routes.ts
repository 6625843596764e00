import { route } from "@react-router/dev/routes";

export const staff = [route("staff/checks", "features/platform/checks/staff/checks.tsx")];
export const aboutBorrower = [route("staff/checks/:proposalId", "features/platform/checks/staff/check.tsx")];
