import { route } from "@react-router/dev/routes";

export const staff = [
  route("staff/lenders", "features/credit/funding/staff/statements.tsx"),
  route("staff/lenders/income", "features/credit/funding/staff/income.tsx"),
  route("staff/lenders/withdrawals", "features/credit/funding/staff/withdrawals.tsx"),
  route("staff/lenders/:lenderId/:month", "features/credit/funding/staff/statement.tsx"),
];
