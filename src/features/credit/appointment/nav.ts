import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = { tabPages: { HOME: ["/webview/by-appointment"] } };
