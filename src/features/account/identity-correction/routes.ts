import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/my-profile/correction", "features/account/identity-correction/screens/correction.tsx"),
];
