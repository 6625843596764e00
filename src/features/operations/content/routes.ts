import { route } from "@react-router/dev/routes";

export const webview = [route("webview/static-text/:key", "features/operations/content/screens/static-text.tsx")];
