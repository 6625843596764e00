import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/lenders",
      group: "MONEY",
      label: { id: "Pemberi dana", en: "Lenders", zh: "出借人" },
      permission: "money.read",
    },
  ],
};
