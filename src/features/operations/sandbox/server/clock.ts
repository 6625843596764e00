/** Moves the sandbox's time step by step, with all work that becomes due in between. */
import type { Clock } from "#server/process/clock.ts";
import type { Services } from "#server/services.ts";
import { runUntilIdle } from "#server/work/sweeps.ts";

/** Twelve hours, so that work allowed only by day (reminders from 08:00 to 20:00) finds its hour on the way. */
const stepSeconds = 12 * 3_600;
/** Longer distances use longer steps, so that the answer comes in time. */
const maxSteps = 60;

/** A clock that can be moved; production's cannot. */
type MovableClock = Clock & { advance(milliseconds: number): void | Promise<void> };

const isMovable = (clock: Clock): clock is MovableClock => "advance" in clock;

/** @throws Error for the production clock: no call reaches this there. */
export async function advanceClock(services: Services, seconds: number): Promise<void> {
  const { clock } = services;
  if (!isMovable(clock)) throw new Error("The clock of production cannot be moved.");
  for (const step of clockStepsOf(seconds)) {
    await clock.advance(step * 1000);
    await runUntilIdle(services);
  }
}

/** `86_400` → `[43_200, 43_200]`; 0 gives one step of 0, which only runs due work. */
export function clockStepsOf(seconds: number): number[] {
  const step = Math.max(stepSeconds, Math.ceil(seconds / maxSteps));
  const whole = Math.floor(seconds / step);
  const rest = seconds - whole * step;
  return [...Array.from({ length: whole }, () => step), ...(rest > 0 || whole === 0 ? [rest] : [])];
}
