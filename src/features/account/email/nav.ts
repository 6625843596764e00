import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    ACCOUNT: ["/webview/add-email", "/webview/verify-email", "/webview/email-status"],
  },
};
