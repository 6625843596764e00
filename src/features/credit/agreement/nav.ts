import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    LOANS: ["/webview/agreement", "/webview/agreement-pdf", "/webview/pdf-view", "/webview/pdf-preview"],
    ACCOUNT: ["/webview/protocol"],
  },
};
