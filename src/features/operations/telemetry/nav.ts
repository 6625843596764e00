import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/visits",
      group: "SETTINGS",
      label: { id: "Kunjungan", en: "Visits", zh: "访问情况" },
      permission: "report.read",
    },
  ],
};
