/** Digest by mail for staff: reviews whose promised time is about to end or over. Numbers and dates alone. */
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import { isClaimedByOther } from "#server/records/claims.ts";
import type { Digest } from "#server/console/questions.ts";
import { isWorkingDay } from "#server/calendar/working-days.ts";
import { dateInWib } from "#shared/dates.ts";
import { defineTexts } from "#shared/texts.ts";
import { reviewsToRemind } from "./store.ts";

const texts = defineTexts({
  subject: {
    id: "{count} permintaan perlu ditinjau",
    en: "{count} requests need a review",
    zh: "{count} 件申请待审核",
  },
  lead: {
    id: "Peninjauan Anda, dan yang belum diambil siapa pun:",
    en: "Your reviews, and those that no one has taken:",
    zh: "由您处理及尚无人领取的审核：",
  },
  due: {
    id: "{number}: putuskan paling lambat {date}",
    en: "{number}: decide by {date}",
    zh: "{number}：最迟 {date} 决定",
  },
  overdue: {
    id: "{number}: TERLAMBAT sejak {date}",
    en: "{number}: LATE since {date}",
    zh: "{number}：自 {date} 起逾期",
  },
  open: { id: "Buka antrean: {link}", en: "Open the queue: {link}", zh: "打开队列：{link}" },
});

/** A longer list would not be read; the console has all. */
const maxListed = 500;

export const digest: Digest = {
  permission: "review.decide",
  to: "/staff/reviews",
  texts,
  /** A working day by the calendar of working days. */
  async isToday({ database, clock }) {
    const today = dateInWib(clock.now());
    return isWorkingDay(today, await daysOffAround(database, today));
  },
  /** From two thirds of the promised time on, the most urgent first. */
  async due({ database, clock }) {
    const now = clock.now();
    return (await reviewsToRemind(database, now, maxListed)).map((row) => ({
      number: row.number,
      dueOn: dateInWib(row.dueAt),
      isOverdue: row.dueAt <= now,
      assigneeId: isClaimedByOther(row, "", now) ? row.claimedBy : null,
    }));
  },
};
