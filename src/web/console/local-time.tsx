/** Times and days as short as a dense table needs: day and minute of WIB; the full time is in the element's title. */
import { formatDate, formatInstant, localTime } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage } from "#web/language.tsx";
import { consoleTexts } from "./texts.ts";

/** `Hari ini 14.05`, `21 Nov 14.05`, and for another year also the year: `21 Nov 2025 14.05`. */
export function shortTime(at: Date, now: Date, language: Language): string {
  const [local, today] = [localTime(at, "WIB"), localTime(now, "WIB")];
  const clock = [local.hour, local.minute]
    .map((part) => String(part).padStart(2, "0"))
    .join(language === "id" ? "." : ":");
  if (local.date === today.date) return `${say(consoleTexts.today, language)} ${clock}`;
  return `${shortDay(local.date, now, language)} ${clock}`;
}

/** `21 Nov`, and for another year also the year: `21 Nov 2025`. */
export function shortDay(on: string, now: Date, language: Language): string {
  const year = on.slice(0, 4);
  const date = formatDate(on, language, "short");
  if (year !== localTime(now, "WIB").date.slice(0, 4)) return date;
  return language === "zh" ? date.replace(`${year}年`, "") : date.replace(` ${year}`, "");
}

/** A business day in a dense table. @param on YYYY-MM-DD */
export function LocalDay({ on }: { on: string }) {
  const language = useLanguage();
  const { now } = useFrame();
  return (
    <time className="console-day" dateTime={on} title={formatDate(on, language)}>
      {shortDay(on, new Date(now), language)}
    </time>
  );
}

/** @param at ISO 8601, as calls answer it. */
export function LocalInstant({ at }: { at: string }) {
  const language = useLanguage();
  const { now } = useFrame();
  const instant = new Date(at);
  return (
    <time dateTime={at} title={formatInstant(instant, language)}>
      {shortTime(instant, new Date(now), language)}
    </time>
  );
}
