import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabs: {
    LIMIT: { to: "/webview/quota", label: { id: "Limit", en: "Limit", zh: "额度" }, icon: "wallet" },
  },
  tabPages: {
    LIMIT: ["/webview/quota-change-history", "/webview/credit"],
  },
};
