import { route } from "@react-router/dev/routes";

export const webview = [route("webview/bank-account", "features/account/bank-account/screens/bank-account.tsx")];
