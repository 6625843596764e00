import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    HOME: ["/webview/additional-again", "/webview/n-select-one", "/webview/n-select-one-reoffer"],
  },
};
