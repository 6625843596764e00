import { route } from "@react-router/dev/routes";

export const website = [route("privacy-request", "features/account/privacy/screens/privacy-request.tsx")];
export const webview = [
  route("webview/privacy", "features/account/privacy/screens/privacy.tsx"),
  route("webview/privacy/consents", "features/account/privacy/screens/consents.tsx"),
  route("webview/privacy/consents/:consentId", "features/account/privacy/screens/consent.tsx"),
  route("webview/privacy/export", "features/account/privacy/screens/export.tsx"),
  route("webview/privacy/uses", "features/account/privacy/screens/uses.tsx"),
  route("webview/privacy/opened", "features/account/privacy/screens/opened.tsx"),
];
