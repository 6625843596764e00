import { route } from "@react-router/dev/routes";

export const webview = [route("webview/ojk-checkuser", "features/account/platform-check/screens/ojk-checkuser.tsx")];
