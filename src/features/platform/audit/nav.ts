import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/audit",
      group: "SETTINGS",
      label: { id: "Jejak audit", en: "Audit trail", zh: "审计记录" },
      permission: "audit.read",
    },
  ],
};
