import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/servicing",
      group: "LOANS",
      label: { id: "Penagihan", en: "Servicing", zh: "催收" },
      permission: "servicing.read",
    },
  ],
  tabPages: { BILLS: ["/webview/servicing"] },
};
