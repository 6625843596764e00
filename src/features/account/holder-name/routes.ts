import { route } from "@react-router/dev/routes";

export const webview = [route("webview/bank-account/name", "features/account/holder-name/screens/holder-name.tsx")];
