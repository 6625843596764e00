import type { ReplyOf } from "#shared/contract.ts";
import { dateInWib, formatDate, instantOf, localTime } from "#shared/dates.ts";
import type { FormAnswer } from "#web/api.ts";
import { DateText, useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Small } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { advanceSandboxClock, type getSandboxClock } from "../contract.ts";
import { texts } from "../texts.ts";

type ClockReply = ReplyOf<typeof getSandboxClock>;

/** The business clock with buttons that move it. */
export function ClockCard({
  clock,
  moved,
  answer,
}: {
  clock: ClockReply;
  moved: boolean;
  answer: FormAnswer | undefined;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { nextDueDate, offsetSeconds } = clock;
  const ahead = { days: Math.floor(offsetSeconds / 86_400), hours: Math.floor((offsetSeconds % 86_400) / 3_600) };
  const now = new Date(clock.now);
  const toDue = nextDueDate === null ? 0 : secondsUntilMorning(clock.now, nextDueDate);
  return (
    <Section heading={t("clock")} id="clock">
      {moved && (
        <Notice kind="ok" live>
          {t("moved")}
        </Notice>
      )}
      <Figure
        label={t("businessTime")}
        note={
          <>
            <DateText date={dateInWib(now)} style="weekday" /> ·{" "}
            {offsetSeconds < 60 ? t("realTime") : t("ahead", ahead)}
          </>
        }
      >
        <time dateTime={clock.now}>{timeInWib(now)}</time>
      </Figure>
      <Form
        id="clock-form"
        call={advanceSandboxClock}
        action="/sandbox"
        {...(answer ? { failure: answer.failure } : {})}
      >
        <input type="hidden" name="intent" value="clock" />
        <InlineRow>
          <Button kind="secondary" compact name="advanceSeconds" value="3600">
            {t("hour")}
          </Button>
          <Button kind="secondary" compact name="advanceSeconds" value="86400">
            {t("day")}
          </Button>
          <Button kind="secondary" compact name="advanceSeconds" value={String(30 * 86_400)}>
            {t("month")}
          </Button>
          {nextDueDate !== null && toDue > 0 && (
            <Button compact name="advanceSeconds" value={String(toDue)}>
              {t("toDue", { date: formatDate(nextDueDate, language, "short") })}
            </Button>
          )}
        </InlineRow>
      </Form>
      {nextDueDate === null && <Small>{t("noDue")}</Small>}
      <Form id="clock-days" action="/sandbox">
        <input type="hidden" name="intent" value="clock" />
        <div className="sandbox-beside">
          <TextField
            name="days"
            label={t("days")}
            inputMode="numeric"
            rules={{ pattern: "[0-9]{1,3}", required: true }}
          />
          <Button kind="secondary" compact>
            {t("move")}
          </Button>
        </div>
      </Form>
      <Small>{t("clockNote")}</Small>
    </Section>
  );
}

/** To nine o'clock WIB of a day: bills are open and the day's reminders may be sent. */
function secondsUntilMorning(now: string, date: string): number {
  return Math.max(0, Math.ceil((instantOf(date, "WIB", { hour: 9 }).getTime() - new Date(now).getTime()) / 1000));
}

function timeInWib(instant: Date): string {
  const { hour, minute } = localTime(instant, "WIB");
  return `${String(hour).padStart(2, "0")}.${String(minute).padStart(2, "0")} WIB`;
}
