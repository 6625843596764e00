import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/contents",
      group: "CONTENT",
      label: { id: "Konten", en: "Contents", zh: "内容" },
      permission: "content.edit",
    },
  ],
};
