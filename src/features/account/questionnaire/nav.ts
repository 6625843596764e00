import type { DomainNav } from "#web/nav.ts";

export const nav: DomainNav = {
  consolePlaces: [
    {
      to: "/staff/questionnaires",
      group: "CONTENT",
      label: { id: "Kuesioner", en: "Questionnaires", zh: "问卷" },
      permission: "questionnaire.results",
    },
  ],
  tabPages: {
    ACCOUNT: ["/webview/questionnaire", "/webview/event-questionnaire"],
  },
};
