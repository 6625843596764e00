import { route } from "@react-router/dev/routes";

const file = "features/account/lost-number/screens/lost-number.tsx";
export const website = [route("lost-number", file, { id: "lost-number" })];
export const webview = [route("webview/lost-number", file, { id: "webview-lost-number" })];
