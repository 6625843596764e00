import { route } from "@react-router/dev/routes";

export const staff = [route("staff/cases", "features/credit/underwriting/staff/cases.tsx")];
export const aboutBorrower = [route("staff/cases/:caseId", "features/credit/underwriting/staff/case.tsx")];
