import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/merge-mobile", "features/account/account-merge/screens/merge-mobile.tsx"),
  route("webview/merge-mobile-otp", "features/account/account-merge/screens/merge-mobile-otp.tsx"),
  route("webview/merge-mobile-upload-info", "features/account/account-merge/screens/merge-mobile-upload-info.tsx"),
  route("webview/merge-mobile-preview", "features/account/account-merge/screens/merge-mobile-preview.tsx"),
  route("webview/merge-mobile-result", "features/account/account-merge/screens/merge-mobile-result.tsx"),
];
