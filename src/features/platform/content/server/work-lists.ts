/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { countOpenProposals } from "#server/four-eyes/proposal-store.ts";
import { defineTexts } from "#shared/texts.ts";
import { contentKind } from "./proposals.ts";

const texts = defineTexts({
  CONTENTS_TO_CHECK: { id: "Usulan konten menunggu pemeriksa", en: "Contents to check", zh: "待复核的内容" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "CONTENTS_TO_CHECK",
    text: texts.CONTENTS_TO_CHECK,
    permission: "content.check",
    to: "/staff/checks?kind=content",
    count: ({ database }) => countOpenProposals(database, [contentKind.kind]),
  },
];
