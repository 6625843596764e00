/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { countOpenProposals } from "#server/four-eyes/proposal-store.ts";
import { defineTexts } from "#shared/texts.ts";
import { moneyActions } from "../contract.ts";
import { kindOfAction } from "./proposals.ts";

const texts = defineTexts({
  MONEY_TO_CHECK: { id: "Pemindahan dana untuk diperiksa", en: "Money moves to check", zh: "待复核的资金处理" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "MONEY_TO_CHECK",
    text: texts.MONEY_TO_CHECK,
    permission: "money.check",
    to: "/staff/checks?kind=money",
    count: ({ database }) => countOpenProposals(database, moneyActions.map(kindOfAction)),
  },
];
