import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/money/deposits",
      group: "MONEY",
      label: { id: "Setoran", en: "Deposits", zh: "入金" },
      permission: "money.read",
    },
  ],
};
