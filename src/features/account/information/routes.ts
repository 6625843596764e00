import { route } from "@react-router/dev/routes";

export const webview = [route("webview/additional-info", "features/account/information/screens/additional-info.tsx")];
