import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/checks",
      group: "TODAY",
      label: { id: "Pemeriksaan", en: "Checks", zh: "复核" },
      permission: "proposal.read",
    },
  ],
};
