import { route } from "@react-router/dev/routes";

export const webview = [route("webview/pengumuman", "features/support/message/screens/pengumuman.tsx")];
