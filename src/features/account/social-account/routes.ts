import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/social-media", "features/account/social-account/screens/social-media.tsx"),
  route("webview/social-media-outside", "features/account/social-account/screens/social-media-outside.tsx"),
  route("webview/social-media-special", "features/account/social-account/screens/social-media-special.tsx"),
];
