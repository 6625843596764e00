/** Digest by mail for staff: complaints whose deadline is near or over. Ticket numbers and dates alone. */
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import type { Digest } from "#server/console/questions.ts";
import { isWorkingDay } from "#server/calendar/working-days.ts";
import { dateInWib } from "#shared/dates.ts";
import { defineTexts } from "#shared/texts.ts";
import { complaintsToRemind } from "./store.ts";

const texts = defineTexts({
  subject: {
    id: "{count} pengaduan perlu dijawab",
    en: "{count} complaints need an answer",
    zh: "{count} 件投诉待答复",
  },
  lead: {
    id: "Pengaduan Anda, dan yang belum diambil siapa pun:",
    en: "Yours, and those that no one has taken:",
    zh: "由您负责及尚无人接手的投诉：",
  },
  due: {
    id: "{number}: jawab paling lambat {date}",
    en: "{number}: answer by {date}",
    zh: "{number}：最迟 {date} 答复",
  },
  overdue: {
    id: "{number}: TERLAMBAT sejak {date}",
    en: "{number}: LATE since {date}",
    zh: "{number}：自 {date} 起逾期",
  },
  open: { id: "Buka antrean: {link}", en: "Open the queue: {link}", zh: "打开队列：{link}" },
});

export const digest: Digest = {
  permission: "complaint.answer",
  to: "/staff/complaints",
  texts,
  /** A working day by the calendar of complaints. */
  async isToday({ database, clock }) {
    const today = dateInWib(clock.now());
    return isWorkingDay(today, await daysOffAround(database, today));
  },
  /** Open complaints of which staff are to be reminded by now, the nearest deadline first. */
  async due({ database, clock }) {
    const today = dateInWib(clock.now());
    return (await complaintsToRemind(database, today)).map((row) => ({
      number: row.number,
      dueOn: row.dueOn,
      isOverdue: row.dueOn < today,
      assigneeId: row.assigneeId,
    }));
  },
};
