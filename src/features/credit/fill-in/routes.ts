import { route } from "@react-router/dev/routes";

export const webview = [route("webview/no-login-fill", "features/credit/fill-in/screens/no-login-fill.tsx")];
export const aboutBorrower = [
  route("staff/borrowers/:borrowerId/fill-link", "features/credit/fill-in/staff/fill-link.tsx"),
];
