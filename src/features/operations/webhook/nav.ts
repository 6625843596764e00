import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/webhooks",
      group: "SETTINGS",
      label: { id: "Webhook", en: "Webhooks", zh: "Webhook" },
      permission: "webhook.read",
    },
  ],
};
