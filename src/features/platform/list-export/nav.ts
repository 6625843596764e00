import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/exports",
      group: "SETTINGS",
      label: { id: "Berkas daftar", en: "Files", zh: "列表文件" },
      permission: "export.run",
    },
  ],
};
