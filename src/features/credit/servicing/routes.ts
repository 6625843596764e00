import { route } from "@react-router/dev/routes";

export const webview = [route("webview/servicing", "features/credit/servicing/screens/servicing.tsx")];
export const staff = [
  route("staff/servicing", "features/credit/servicing/staff/servicing-list.tsx"),
  route("staff/servicing/write-offs", "features/credit/servicing/staff/write-offs.tsx"),
  route("staff/servicing/plans", "features/credit/servicing/staff/plans.tsx"),
];
export const aboutBorrower = [route("staff/servicing/:loanId", "features/credit/servicing/staff/serviced-loan.tsx")];
