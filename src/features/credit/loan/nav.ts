import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  headerLinks: [
    {
      to: "/webview/loan-product",
      label: { id: "Pinjam", en: "Borrow", zh: "借款" },
      isShown: ({ account }) => account !== "in",
    },
  ],
};
