import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/reviews",
      group: "BORROWERS",
      label: { id: "Peninjauan", en: "Reviews", zh: "审核" },
      permission: "review.read",
    },
  ],
};
