/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { defineTexts } from "#shared/texts.ts";
import { countServicingCases } from "./contact-store.ts";

const texts = defineTexts({
  SERVICING: { id: "Pinjaman terlambat", en: "Late loans", zh: "逾期借款" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "SERVICING",
    text: texts.SERVICING,
    permission: "servicing.contact",
    to: "/staff/servicing",
    count: ({ database }) => countServicingCases(database),
  },
];
