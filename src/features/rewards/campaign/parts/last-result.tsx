/** The newest result of a wish or a play: yesterday's draw, or the newest play. Shown until the next one. */
import { formatDate } from "#shared/dates.ts";
import { groupThousands } from "#shared/money.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { Campaign } from "../contract.ts";
import { prizeWords } from "./prize-words.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { wonTexts } from "./won-texts.ts";

export function LastResult({ campaign: { lastResult, award } }: { campaign: Campaign }) {
  const t = useTexts(wonTexts);
  const language = useLanguage();
  const { path, pathWithQuery } = useFrame();
  const query = new URL(pathWithQuery, "http://own.invalid").searchParams;
  if (!lastResult || query.has("ticket") || (lastResult.award && lastResult.award.awardId === award?.awardId))
    return null;
  const { ticketId, award: won, drawId, day, points, allPoints, entries, winners } = lastResult;
  const prize = won && unbroken(prizeWords(won.prize, language));
  const values = {
    day: formatDate(day, language, "short"),
    prize: prize ?? "",
    winners,
    entries: groupThousands(entries),
    points,
    all: groupThousands(allPoints),
  };
  const shown = new URLSearchParams({
    ...(ticketId ? { ticket: ticketId } : {}),
    ...(won ? { award: won.awardId } : {}),
  });
  return (
    <div className="campaign-facts">
      <p>{t(ticketId === null ? (won ? "wishWon" : "wishLost") : won ? "playWon" : "playLost", values)}</p>
      <p>
        {shown.size > 0 && (
          <>
            <a href={`${path}?${shown}`}>{t("seeResult")}</a> ·{" "}
          </>
        )}
        <a href={`/webview/activity/draw/${drawId}`}>{t("proofOf")}</a>
      </p>
    </div>
  );
}
