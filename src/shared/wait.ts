/** A waiting time in words that a person can plan with. */

const units = {
  id: ["detik", "menit", "jam", "hari"],
  en: ["second", "minute", "hour", "day"],
  zh: ["秒", "分钟", "小时", "天"],
} as const;
/** Seconds per unit, and the maximal number of seconds for which it is used: 90 seconds, 90 minutes, two days. // Spec account 14.2 */
const steps = [
  [1, 90],
  [60, 90 * 60],
  [3_600, 48 * 3_600],
  [86_400, Number.POSITIVE_INFINITY],
] as const;

/** A waiting time in words, never rounded down: `60 seconds`, `51 minutes`, `13 jam`, `3 天`. */
export function waitText(seconds: number, language: keyof typeof units): string {
  const step = steps.findIndex(([, upTo]) => seconds <= upTo);
  const count = Math.ceil(seconds / steps[step]![0]);
  return `${count} ${units[language][step]}${language === "en" && count !== 1 ? "s" : ""}`;
}
