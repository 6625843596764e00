import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/complaints",
      group: "BORROWERS",
      label: { id: "Pengaduan", en: "Complaints", zh: "投诉" },
      permission: "complaint.read",
    },
  ],
};
