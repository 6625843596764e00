import { route } from "@react-router/dev/routes";

const screen = (path: string, file: string) =>
  route(`webview/loan-edit-mobile${path}`, `features/account/mobile-change/screens/${file}.tsx`);

export const webview = [
  screen("", "loan-edit-mobile"),
  screen("/edit-mobile", "edit-mobile"),
  screen("/identity-number", "identity-number"),
  screen("/new-mobile", "new-mobile"),
  screen("/new-mobile-otp", "new-mobile-otp"),
  screen("/edit-upload-info", "edit-upload-info"),
  screen("/edit-result", "edit-result"),
];
