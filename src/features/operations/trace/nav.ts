import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consoleTrace: { to: "/staff/trace", permission: "trace.read" },
  consolePlaces: [
    {
      to: "/staff/trace",
      group: "SETTINGS",
      label: { id: "Jejak permintaan", en: "Traces", zh: "请求追踪" },
      permission: "trace.read",
    },
  ],
};
