import { route } from "@react-router/dev/routes";

export const webview = [route("webview/identity", "features/account/identity/screens/identity.tsx")];
