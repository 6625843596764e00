import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    ACCOUNT: ["/webview/loan-edit-mobile"],
  },
};
