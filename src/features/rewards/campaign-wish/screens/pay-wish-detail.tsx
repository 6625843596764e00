import type { Route } from "./+types/pay-wish-detail";
import { listCampaignRecords } from "#features/rewards/campaign/parts/records.ts";
import { getDraw, type Draw } from "#features/rewards/campaign/parts/draws.ts";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { addDays, dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { call, Problem } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { typeWords } from "../parts/type-words.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.detailTitle, back: "/webview/activity/pay-wish" };

/** Days with published winners, newest first. */
const shownDays = 7;

export async function loader(args: Route.LoaderArgs) {
  const { context } = args;
  const { campaign } = await loadCampaign(args, "wish");
  const today = dateInWib(new Date(context.get(pageFrame).now));
  const days = Array.from({ length: shownDays }, (_, back) => addDays(today, -back - 1));
  const [records, draws] = await Promise.all([
    call(listCampaignRecords, { activityId: campaign.activityId }, { context }),
    Promise.all(days.map((day) => drawOn(`${campaign.activityId}:${day}`, context))),
  ]);
  return { campaign, records, draws: draws.filter((draw) => draw !== null) };
}

/** A day's draw; null without one. */
async function drawOn(drawId: string, context: Route.LoaderArgs["context"]): Promise<Draw | null> {
  try {
    return await call(getDraw, { drawId }, { context });
  } catch (error) {
    if (error instanceof Problem && error.init.status === 404) return null;
    throw error;
  }
}

export default function PayWishDetail({ loaderData: { campaign, records, draws } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Stack gap="loose">
      <Title>{t("detailTitle")}</Title>
      {records.points.length === 0 && (
        <Section heading={t("days")}>
          <p>{t("noRecords")}</p>
        </Section>
      )}
      {byDay(records.points).map(({ day, points }) => (
        <Day key={day} day={day} points={points} max={campaign.wish?.maxPoints ?? 0} />
      ))}
      {draws.map((draw) => (
        <Section key={draw.drawId} heading={t("winners", { day: formatDate(draw.day, language, "short") })}>
          <Winners
            draw={draw}
            own={records.ownEntries.find(({ drawId }) => drawId === draw.drawId)?.entryId ?? null}
            won={records.awards.find(({ drawId }) => drawId === draw.drawId) ?? null}
          />
        </Section>
      ))}
      <ActionBar>
        <ButtonLink to={campaign.path}>{t("back")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}

type PointsRecord = ReplyOf<typeof listCampaignRecords>["points"][number];

/** The newest day first. */
function byDay(points: readonly PointsRecord[]): { day: string; points: PointsRecord[] }[] {
  const days = new Map<string, PointsRecord[]>();
  for (const record of points) days.set(record.day, [...(days.get(record.day) ?? []), record]);
  return [...days].map(([day, records]) => ({ day, points: records }));
}

/** The points of one day, and how many of them count. */
function Day({ day, points, max }: { day: string; points: readonly PointsRecord[]; max: number }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const sum = points.reduce((all, record) => all + record.points, 0);
  return (
    <Receipt heading={t("pointsOf", { day: formatDate(day, language, "short") })}>
      {points.map(({ type, at, points: brought }, index) => (
        <ReceiptLine
          key={`${type}-${at ?? index}`}
          label={typeWords(t, type)}
          {...(at ? { note: formatInstant(new Date(at), language, "WIB", "short") } : {})}
        >
          +{brought}
        </ReceiptLine>
      ))}
      <ReceiptTotal label={t("dayTotal")}>{max > 0 ? Math.min(sum, max) : sum}</ReceiptTotal>
    </Receipt>
  );
}

interface WinnersProps {
  draw: Draw;
  /** One's own entry in it. */
  own: string | null;
  /** The prize that this person won in it. */
  won: ReplyOf<typeof listCampaignRecords>["awards"][number] | null;
}

function Winners({ draw: { drawn, state, drawId }, own, won }: WinnersProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const winners = drawn.filter(({ isReserve }) => !isReserve);
  return (
    <Stack>
      {won && <p>{t("youWon", { prize: unbroken(prizeWords(won.prize, language)) })}</p>}
      {winners.length > 0 ? (
        <Receipt>
          {winners.map(({ entryId, name }) => (
            <ReceiptLine key={entryId} label={name ?? "•••"}>
              {entryId} {entryId === own && <Badge kind="ok">{t("you")}</Badge>}
            </ReceiptLine>
          ))}
        </Receipt>
      ) : (
        <p>{t(state === "EMPTY" ? "noWinners" : "notDrawn")}</p>
      )}
      <p>
        <a href={`/webview/activity/draw/${drawId}`}>{t("proof")}</a>
      </p>
    </Stack>
  );
}
