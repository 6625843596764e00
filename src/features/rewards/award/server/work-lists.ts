/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { countHeldAwards } from "#features/rewards/campaign/server/index.ts";
import { texts } from "../texts.ts";

export const workLists: readonly WorkList[] = [
  {
    key: "REWARDS_HELD",
    text: texts.workList,
    permission: "reward.review",
    to: "/staff/rewards/review",
    count: ({ database }) => countHeldAwards(database),
  },
];
