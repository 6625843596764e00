import { route } from "@react-router/dev/routes";

export const webview = [route("webview/social-media", "features/account/social-account/screens/social-media.tsx")];
