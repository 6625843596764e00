import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/loanrestruture", "features/credit/restructure/screens/restructure.tsx"),
  route("webview/loanrestruture/agreement", "features/credit/restructure/screens/agreement.tsx"),
  route("webview/loanrestruture/sign-now", "features/credit/restructure/screens/sign-now.tsx"),
  route("webview/loanrestruture/contract", "features/credit/restructure/screens/contract.tsx"),
  route("webview/loanrestruture/contractsuccess", "features/credit/restructure/screens/contract-success.tsx"),
];
export const aboutBorrower = [
  route("staff/loans/:loanId/restructure", "features/credit/restructure/staff/loan-restructure.tsx"),
];
