import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    ACCOUNT: [
      "/webview/merge-mobile",
      "/webview/merge-mobile-otp",
      "/webview/merge-mobile-upload-info",
      "/webview/merge-mobile-preview",
      "/webview/merge-mobile-result",
    ],
  },
};
