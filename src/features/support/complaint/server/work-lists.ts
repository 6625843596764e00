/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { defineTexts } from "#shared/texts.ts";
import { countOpenComplaints } from "./store.ts";

const texts = defineTexts({
  COMPLAINTS: { id: "Pengaduan menunggu jawaban", en: "Complaints that wait for an answer", zh: "待答复投诉" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "COMPLAINTS",
    text: texts.COMPLAINTS,
    permission: "complaint.answer",
    to: "/staff/complaints",
    count: async ({ database }) => {
      const { dueOn, ...waiting } = await countOpenComplaints(database);
      return { ...waiting, dueAt: dueOn === null ? null : instantOf(addDays(dueOn, 1)) };
    },
  },
];
