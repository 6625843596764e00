import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  headerLinks: [
    { to: "/sandbox", label: { id: "Ruang coba", en: "Sandbox", zh: "沙盒" }, isShown: ({ sandbox }) => sandbox },
  ],
};
