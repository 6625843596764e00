/** Work lists of the console for this domain. Cases that wait for a second person are in the list of proposals. */
import type { WorkList } from "#server/console/questions.ts";
import { defineTexts } from "#shared/texts.ts";
import { countWaitingReviews } from "./store.ts";

const texts = defineTexts({
  REVIEWS: { id: "Permintaan menunggu peninjauan", en: "Requests that wait for a review", zh: "待审核申请" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "REVIEWS",
    text: texts.REVIEWS,
    permission: "review.decide",
    to: "/staff/reviews?state=WAITING",
    count: ({ database }) => countWaitingReviews(database),
  },
];
