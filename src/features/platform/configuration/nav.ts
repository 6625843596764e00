import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/configuration",
      group: "SETTINGS",
      label: { id: "Konfigurasi", en: "Configuration", zh: "配置" },
      permission: "content.edit",
    },
  ],
};
