import { route } from "@react-router/dev/routes";

export const webview = [route("webview/by-appointment", "features/credit/appointment/screens/by-appointment.tsx")];
