import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/exceptions",
      group: "TODAY",
      label: { id: "Kendala", en: "Exceptions", zh: "异常" },
      permission: "exception.read",
    },
  ],
};
