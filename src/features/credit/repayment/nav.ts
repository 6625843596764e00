import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/payments",
      group: "MONEY",
      label: { id: "Uang masuk", en: "Payments", zh: "来款" },
      permission: "payment.unmatched.read",
    },
  ],
  tabs: {
    BILLS: { to: "/webview/bills", label: { id: "Tagihan", en: "Bills", zh: "账单" }, icon: "calendar" },
  },
  tabPages: {
    BILLS: ["/webview/ovo", "/webview/no-login-bills"],
  },
};
