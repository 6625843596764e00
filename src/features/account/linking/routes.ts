import { route } from "@react-router/dev/routes";

/** A bank and a shop use the same two screens; only the kind differs. */
const bind = "features/account/linking/screens/bind.tsx";
const confirm = "features/account/linking/screens/confirm.tsx";

export const webview = [
  route("webview/additional-info/bind-bank", bind, { id: "bind-bank" }),
  route("webview/additional-info/bind-ecom", bind, { id: "bind-ecom" }),
  route("webview/additional-info/confirm-bank", confirm, { id: "confirm-bank" }),
  route("webview/additional-info/confirm-ecom", confirm, { id: "confirm-ecom" }),
  route("webview/finantier-register", "features/account/linking/screens/finantier-register.tsx"),
  route("webview/finantier-agreement", "features/account/linking/screens/finantier-agreement.tsx"),
  route("webview/finantier-link-bank", "features/account/linking/screens/finantier-link-bank.tsx"),
  route("webview/ayo-bank-middle-page", "features/account/linking/screens/ayo-bank-middle-page.tsx"),
];
