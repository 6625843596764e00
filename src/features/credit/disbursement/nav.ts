import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/disbursements",
      group: "LOANS",
      label: { id: "Pencairan", en: "Disbursements", zh: "放款" },
      permission: "disbursement.read",
    },
  ],
};
