import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  headerLinks: [{ to: "/webview/help-center", label: { id: "Bantuan", en: "Help", zh: "帮助" }, isShown: () => true }],
};
