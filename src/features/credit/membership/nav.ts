import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: { ACCOUNT: ["/webview/viprights", "/webview/upgrade-plus", "/webview/reduce-interest"] },
};
