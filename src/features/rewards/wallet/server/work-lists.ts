/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { defineTexts } from "#shared/texts.ts";
import { countOverdue } from "./store.ts";

const texts = defineTexts({
  WITHDRAWALS_LATE: {
    id: "Penarikan hadiah lewat sehari",
    en: "Withdrawals of rewards beyond a day",
    zh: "超过一天的奖励提现",
  },
});

export const workLists: readonly WorkList[] = [
  {
    key: "WITHDRAWALS_LATE",
    text: texts.WITHDRAWALS_LATE,
    permission: "disbursement.read",
    to: "/staff/disbursements",
    // The list only shows those older than a day.
    promisedHours: 24,
    count: ({ database, clock }) => countOverdue(database, clock.now()),
  },
];
