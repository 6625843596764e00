import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/apply-loan", "features/credit/application/screens/apply-loan.tsx"),
  route("webview/reloan-accounting", "features/credit/application/screens/reloan-accounting.tsx"),
  route("webview/loan-history", "features/credit/application/screens/loan-history.tsx"),
  route("webview/loan-history/:loanId", "features/credit/application/screens/loan-detail.tsx"),
];
