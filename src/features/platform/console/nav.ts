import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/members",
      group: "SETTINGS",
      label: { id: "Petugas", en: "Staff", zh: "人员" },
      permission: "staff.manage",
    },
    {
      to: "/staff/passkeys",
      group: "SETTINGS",
      label: { id: "Kunci sandi saya", en: "My passkeys", zh: "我的通行密钥" },
      permission: "console.enter",
    },
  ],
};
