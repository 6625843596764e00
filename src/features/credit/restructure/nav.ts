import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabPages: {
    BILLS: [
      "/webview/loanrestruture",
      "/webview/loanrestruture/agreement",
      "/webview/loanrestruture/sign-now",
      "/webview/loanrestruture/contract",
      "/webview/loanrestruture/contractsuccess",
    ],
  },
};
