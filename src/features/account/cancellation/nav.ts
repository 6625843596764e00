import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/retention",
      group: "SETTINGS",
      label: { id: "Data tersimpan", en: "What is kept", zh: "保留数据" },
      permission: "retention.read",
    },
  ],
  tabPages: {
    ACCOUNT: ["/webview/cancel-account"],
  },
};
