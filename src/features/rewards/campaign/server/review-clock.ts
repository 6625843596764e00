/** The deadline for reviewing a held award. // Product decisions, rewards 6 */
import type { Reader } from "#server/database.server.ts";
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import type { Services } from "#server/services.ts";
import { addWorkingDays } from "#server/calendar/working-days.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { rewardReviewDays } from "#shared/promised-times.ts";

/** The end of the last working day on which a held award is decided. */
export async function reviewDueAt({ clock }: Pick<Services, "clock">, reader: Reader): Promise<Date> {
  const today = dateInWib(clock.now());
  const last = addWorkingDays(today, rewardReviewDays, await daysOffAround(reader, today));
  return instantOf(addDays(last, 1));
}
