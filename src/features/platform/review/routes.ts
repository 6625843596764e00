import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff/reviews", "features/platform/review/staff/reviews.tsx"),
  route("staff/reviews/:caseId", "features/platform/review/staff/review.tsx"),
];
