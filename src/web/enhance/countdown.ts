/**
 * Countdowns. `data-until` is an instant of the server; `data-now`, if given, is the server's time when it made the
 * page, so that a phone with a wrong clock counts correctly. Nearby buttons in `[data-after-countdown]` wait for the
 * end.
 */
import type { Language } from "#shared/texts.ts";
import { waitText } from "#shared/wait.ts";
import { all, near, whenRead } from "./page.ts";

const languageOfPage = (): Language => document.documentElement.lang as Language;

/** When each was first seen: content of a live region may arrive later. */
const began = new WeakMap<HTMLElement, number>();

function remainingSeconds(countdown: HTMLElement): number {
  const { until = "", now } = countdown.dataset;
  const startedAt = began.get(countdown) ?? performance.now();
  began.set(countdown, startedAt);
  const elapsed = performance.now() - startedAt;
  return Math.max(0, Math.ceil((Date.parse(until) - (now ? Date.parse(now) + elapsed : Date.now())) / 1000) || 0);
}

/** A placeholder that ends in `InSeconds` shows a wait with its unit, `{time}` is 4:59 or 23:59:59. */
function wordsOf(template: string, seconds: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const time = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return template.replace(/\{\w+InSeconds\}/, waitText(seconds, languageOfPage())).replace("{time}", time);
}

function tick(): void {
  for (const countdown of all("[data-countdown]:not([data-state=past])")) {
    const seconds = remainingSeconds(countdown);
    const after = near(countdown, "[data-after-countdown]");
    if (after) for (const button of all<HTMLButtonElement>("button", after)) button.disabled = seconds > 0;
    countdown.hidden = seconds === 0;
    if (seconds) countdown.textContent = wordsOf(countdown.dataset.text ?? "{time}", seconds);
    else countdown.dataset.state = "past";
  }
}

export function startCountdowns(): void {
  whenRead(tick);
  setInterval(tick, 1000);
}
