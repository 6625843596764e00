import { route } from "@react-router/dev/routes";

export const webview = [
  route("webview/pengumuman", "features/support/message/screens/pengumuman.tsx"),
  route("webview/message", "features/support/message/screens/inbox.tsx"),
  route("webview/message/:messageId", "features/support/message/screens/message.tsx"),
  route("webview/notification-settings", "features/support/message/screens/notification-settings.tsx"),
];
