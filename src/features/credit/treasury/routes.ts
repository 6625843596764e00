import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff/money", "features/credit/treasury/staff/money.ts"),
  route("staff/money/house", "features/credit/treasury/staff/house.tsx"),
  route("staff/money/deposits", "features/credit/treasury/staff/deposits.tsx"),
];
