import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    ACCOUNT: ["/webview/message", "/webview/notification-settings"],
  },
};
