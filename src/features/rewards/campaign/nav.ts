import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/campaigns",
      group: "REWARDS",
      label: { id: "Event", en: "Campaigns", zh: "活动" },
      permission: "campaign.read",
    },
  ],
};
