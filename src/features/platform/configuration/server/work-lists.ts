/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { countOpenProposals } from "#server/four-eyes/proposal-store.ts";
import { defineTexts } from "#shared/texts.ts";
import { valueKind } from "./value-kind.ts";

const texts = defineTexts({
  CONFIGURATION_TO_CHECK: { id: "Usulan konfigurasi menunggu pemeriksa", en: "Values to check", zh: "待复核的配置" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "CONFIGURATION_TO_CHECK",
    text: texts.CONFIGURATION_TO_CHECK,
    permission: "content.check",
    to: "/staff/checks?kind=configuration",
    count: ({ database }) => countOpenProposals(database, [valueKind.kind]),
  },
];
