import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  tabs: {
    LOANS: { to: "/webview/loan-history", label: { id: "Pinjaman", en: "Loans", zh: "借款" }, icon: "loan" },
  },
  tabPages: {
    HOME: ["/webview/apply-loan", "/webview/reloan-accounting"],
  },
};
