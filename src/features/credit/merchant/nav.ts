import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: { ACCOUNT: ["/webview/merchant-info", "/webview/merchant-detail", "/webview/shopee-center"] },
};
