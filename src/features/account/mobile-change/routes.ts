import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/loan-edit-mobile", "features/account/mobile-change/screens/loan-edit-mobile.tsx"),
  route("webview/loan-edit-mobile/edit-mobile", "features/account/mobile-change/screens/edit-mobile.tsx"),
  route("webview/loan-edit-mobile/identity-number", "features/account/mobile-change/screens/identity-number.tsx"),
  route("webview/loan-edit-mobile/new-mobile", "features/account/mobile-change/screens/new-mobile.tsx"),
  route("webview/loan-edit-mobile/new-mobile-otp", "features/account/mobile-change/screens/new-mobile-otp.tsx"),
  route("webview/loan-edit-mobile/edit-upload-info", "features/account/mobile-change/screens/edit-upload-info.tsx"),
  route("webview/loan-edit-mobile/edit-result", "features/account/mobile-change/screens/edit-result.tsx"),
];
