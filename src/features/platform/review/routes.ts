import { route } from "@react-router/dev/routes";

export const staff = [route("staff/reviews", "features/platform/review/staff/reviews.tsx")];
export const aboutBorrower = [route("staff/reviews/:caseId", "features/platform/review/staff/review.tsx")];
