import { route } from "@react-router/dev/routes";

const at = (screen: string): string => `features/account/linking/screens/${screen}.tsx`;

/** A bank and a shop are linked by the same two screens; what differs is the kind. */
export const webview = [
  route("webview/additional-info/bind-bank", at("bind"), { id: "bind-bank" }),
  route("webview/additional-info/bind-ecom", at("bind"), { id: "bind-ecom" }),
  route("webview/additional-info/confirm-bank", at("confirm"), { id: "confirm-bank" }),
  route("webview/additional-info/confirm-ecom", at("confirm"), { id: "confirm-ecom" }),
  route("webview/finantier-register", at("finantier-register")),
  route("webview/finantier-agreement", at("finantier-agreement")),
  route("webview/finantier-link-bank", at("finantier-link-bank")),
  route("webview/ayo-bank-middle-page", at("ayo-bank-middle-page")),
];
