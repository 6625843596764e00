import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/cases",
      group: "LOANS",
      label: { id: "Pengajuan", en: "Cases", zh: "案件" },
      permission: "case.read",
    },
  ],
};
