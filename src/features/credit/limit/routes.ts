import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/credit", "features/credit/limit/screens/credit.tsx"),
  route("webview/quota", "features/credit/limit/screens/quota.tsx"),
  route("webview/quota-change-history", "features/credit/limit/screens/quota-change-history.tsx"),
];
export const aboutBorrower = [
  route("staff/borrowers/:borrowerId/limit", "features/credit/limit/staff/borrower-limit.tsx"),
];
