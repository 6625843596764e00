import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/accounting",
      group: "MONEY",
      label: { id: "Akuntansi", en: "Accounting", zh: "会计" },
      permission: "accounting.read",
    },
  ],
};
