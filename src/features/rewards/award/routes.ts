import { route } from "@react-router/dev/routes";

export const staff = [route("staff/rewards/review", "features/rewards/award/staff/held-awards.tsx")];
export const aboutBorrower = [
  route("staff/rewards/review/:awardId", "features/rewards/award/staff/held-award.tsx"),
  route("staff/borrowers/:borrowerId/rewards", "features/rewards/award/staff/borrower-rewards.tsx"),
];
