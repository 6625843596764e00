import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/additional-info/upload/:type", "features/account/document/screens/upload.tsx"),
  route("webview/additional-info/input", "features/account/document/screens/input.tsx"),
  route("webview/additional-info/competitors", "features/account/document/screens/competitors.tsx"),
  route("webview/additional-again", "features/account/document/screens/additional-again.tsx"),
  route("webview/additional-again/upload/:type", "features/account/document/screens/again-upload.tsx"),
  route("webview/n-select-one", "features/account/document/screens/n-select-one.tsx"),
  route("webview/n-select-one-reoffer", "features/account/document/screens/n-select-one-reoffer.tsx"),
  route("webview/n-select-one-outside", "features/account/document/screens/n-select-one-outside.tsx"),
];
