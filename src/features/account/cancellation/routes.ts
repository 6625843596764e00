import { route } from "@react-router/dev/routes";

export const website = [route("close-account", "features/account/cancellation/screens/close-account.tsx")];
export const webview = [route("webview/cancel-account", "features/account/cancellation/screens/cancel-account.tsx")];
export const staff = [route("staff/retention", "features/account/cancellation/staff/retention.tsx")];
