/**
 * The bytes that reports about visits may write a day (`TELEMETRY_DAY_MB`), over all processes: a sender with many addresses
 * fills no disk either. Counted by real time from 00:00 WIB. // Threat I3
 */
import type { Services } from "#server/services.ts";
import { windowCounters } from "#server/records/window-counters.ts";
import { dateInWib, instantOf } from "#shared/dates.ts";

export interface DayBudget {
  /** Takes the bytes of each event from today's budget; false for each event that does not fit any more. */
  take(sizes: readonly number[]): Promise<boolean[]>;
  /** Returns bytes that were taken today and not used. */
  giveBack(bytes: number): void;
}

const kibibyte = 1024;
const counters = windowCounters("rate_counter");
const key = "telemetry-kibibytes";
/** A process takes a part at a time, so that not every upload waits for the one row that all count in. */
const parts = 64;
const maxPart = 1024;

export function createDayBudget({
  database,
  clock,
  log,
  config,
}: Pick<Services, "database" | "clock" | "log" | "config">): DayBudget {
  const most = Math.floor(config.telemetryDayBytes / kibibyte);
  const part = Math.min(maxPart, Math.max(1, Math.floor(most / parts)));
  let day = "";
  let bytesLeft = 0;
  let isSpent = false;
  /** Whether that day's budget had another part left. */
  const takePart = async (ofDay: string, atLeast: number): Promise<boolean> => {
    const amount = Math.max(part, Math.ceil(atLeast / kibibyte));
    const sum = await counters.addUpTo(database, instantOf(ofDay), amount, { key, most });
    if (ofDay !== day) return false;
    if (sum !== undefined) bytesLeft += amount * kibibyte;
    else if (!isSpent) {
      isSpent = true;
      log.error("the day's room for reports about visits is used up: they are dropped until 00:00 WIB", {
        bytes: config.telemetryDayBytes,
      });
    }
    return sum !== undefined;
  };
  return {
    async take(sizes) {
      const today = dateInWib(clock.realNow());
      if (today !== day) [day, bytesLeft, isSpent] = [today, 0, false];
      const hasRoom: boolean[] = [];
      for (const bytes of sizes) {
        const isTaken = bytesLeft >= bytes || (!isSpent && (await takePart(today, bytes)));
        if (isTaken) bytesLeft -= bytes;
        hasRoom.push(isTaken);
      }
      return hasRoom;
    },
    giveBack: (bytes) => void (bytesLeft += bytes),
  };
}
