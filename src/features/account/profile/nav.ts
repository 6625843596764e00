import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    HOME: ["/webview/profile", "/webview/optional-info", "/webview/mother-surname"],
    ACCOUNT: ["/webview/my-profile"],
  },
};
