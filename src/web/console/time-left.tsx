/** The time left of a promise, or how late it is, at the time the page was made. */
import { say, type Language } from "#shared/texts.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { consoleTexts } from "./texts.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** A length of time in its two largest units, rounded down: `2 hari 3 jam`, `5 jam 10 mnt`, `40 mnt`. @param milliseconds not negative */
export function lengthText(milliseconds: number, language: Language): string {
  const [days, hours, minutes] = [
    Math.floor(milliseconds / day),
    Math.floor((milliseconds % day) / hour),
    Math.floor((milliseconds % hour) / minute),
  ];
  if (days > 0) return say(consoleTexts.daysHours, language, { days, hours });
  return hours > 0
    ? say(consoleTexts.hoursMinutes, language, { hours, minutes })
    : say(consoleTexts.minutes, language, { minutes });
}

export interface PromisedTime {
  /** When the promised time ends, ISO 8601. */
  until: string;
  /** When staff should hurry: after two thirds of the promised time. */
  remindAt: string;
  /** The other side must act first: the time is paused. */
  isStopped?: boolean;
}

/** @returns the words, and how they bear on the work. */
export function timeLeft(
  { until, remindAt, isStopped = false }: PromisedTime,
  now: Date,
  language: Language,
): { text: string; kind: "plain" | "attention" | "bad" } {
  if (isStopped) return { text: say(consoleTexts.stopped, language), kind: "plain" };
  const remaining = new Date(until).getTime() - now.getTime();
  if (remaining <= 0)
    return { text: say(consoleTexts.late, language, { time: lengthText(-remaining, language) }), kind: "bad" };
  return {
    text: say(consoleTexts.left, language, { time: lengthText(remaining, language) }),
    kind: new Date(remindAt) <= now ? "attention" : "plain",
  };
}

/** The time left of a promise, as a badge. */
export function TimeLeft(promise: PromisedTime) {
  const { now } = useFrame();
  const { text, kind } = timeLeft(promise, new Date(now), useLanguage());
  return <Badge kind={kind}>{text}</Badge>;
}
