/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { reviewTime } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { countCases } from "./store.ts";

const texts = defineTexts({
  CASES_TO_DECIDE: { id: "Pengajuan menunggu keputusan", en: "Cases to decide", zh: "待决定的案件" },
  CASES_TO_CHECK: { id: "Keputusan menunggu pemeriksa", en: "Decisions to check", zh: "待复核的决定" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "CASES_TO_DECIDE",
    text: texts.CASES_TO_DECIDE,
    permission: "case.decide",
    to: "/staff/cases",
    promisedHours: reviewTime.maxHours,
    count: ({ database }) => countCases(database, "WAITING"),
  },
  {
    key: "CASES_TO_CHECK",
    text: texts.CASES_TO_CHECK,
    permission: "case.check",
    to: "/staff/cases?state=PROPOSED",
    promisedHours: reviewTime.maxHours,
    count: ({ database }) => countCases(database, "PROPOSED"),
  },
];
