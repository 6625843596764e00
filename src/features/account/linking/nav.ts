import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    HOME: [
      "/webview/finantier-register",
      "/webview/finantier-agreement",
      "/webview/finantier-link-bank",
      "/webview/ayo-bank-middle-page",
    ],
  },
};
