import { useLanguage, useTexts } from "#web/language.tsx";
import { useScriptPart } from "#web/script-parts.ts";
import { Progress } from "#web/ui/progress/progress.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { texts } from "../texts.ts";
import type { ToSign } from "./to-sign.ts";

const lastHourSeconds = 3600;

/** How long there is to sign. In hours and minutes, which do not hurry; only in the last hour the seconds run. */
export function Deadline({ toSign }: { toSign: ToSign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { deadline, secondsLeft, windowSeconds } = toSign;
  const left = t("timeLeft", { hours: Math.floor(secondsLeft / 3600), minutes: Math.floor(secondsLeft / 60) % 60 });
  const now = new Date(Date.parse(deadline) - secondsLeft * 1000).toISOString();
  const isLastHour = secondsLeft <= lastHourSeconds;
  useScriptPart("codes", isLastHour);
  const words = !isLastHour ? (
    left
  ) : (
    <span data-countdown="" data-until={deadline} data-now={now} data-text="{time}">
      {left}
    </span>
  );
  return (
    <Stack gap="tight">
      <Progress
        kind="deadline"
        label={t("signBefore")}
        words={words}
        value={Math.min(secondsLeft, windowSeconds)}
        maximum={windowSeconds}
      />
      <Small>
        {t("deadlineAt", { when: formatInstant(new Date(deadline), language) })}
        {toSign.deadlineMovedSeconds > 0 && (
          <>
            {" "}
            <DeadlineMoved toSign={toSign} />
          </>
        )}
      </Small>
    </Stack>
  );
}

/** The time before the move; with the new one shown as a time too, because a span in whole hours would not lead from one to the other. */
function DeadlineMoved({ toSign: { deadline, deadlineMovedSeconds } }: { toSign: ToSign }) {
  const t = useTexts(texts);
  const before = new Date(Date.parse(deadline) - deadlineMovedSeconds * 1000);
  return t("deadlineMoved", { before: formatInstant(before, useLanguage()) });
}

/** Shown next to a refused code, far from the page's head: the wait does not shorten the time to sign. Empty if the deadline was not moved. */
export function DeadlineAfterWait({ toSign }: { toSign: ToSign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (toSign.deadlineMovedSeconds === 0) return null;
  return <Small>{t("deadlineAfterWait", { when: formatInstant(new Date(toSign.deadline), language) })}</Small>;
}
