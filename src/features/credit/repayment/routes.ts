import { route } from "@react-router/dev/routes";

export const website = [route("repayment/success", "features/credit/repayment/screens/success.tsx")];
export const webview = [
  route("webview/bills", "features/credit/repayment/screens/bills.tsx"),
  route("webview/no-login-bills", "features/credit/repayment/screens/no-login-bills.tsx"),
  route("webview/ovo", "features/credit/repayment/screens/ovo.tsx"),
];
export const staff = [
  route("staff/payments", "features/credit/repayment/staff/payments.tsx"),
  route("staff/payments/reversal", "features/credit/repayment/staff/reversal.tsx"),
];
