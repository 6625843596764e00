/** Things to do in campaigns today: the first few, in words and as links. */
import type { Language } from "#shared/texts.ts";
import { say } from "#shared/texts.ts";
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Section } from "#web/ui/text/text.tsx";
import type { CampaignSummary } from "../list-contract.ts";
import { texts } from "../texts.ts";
import { centerTexts } from "./center-texts.ts";
import { prizeWords } from "./prize-words.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";

/** Maximal number of things for today. */
const thingsOfDay = 3;

/** The check-in comes first, because it also brings the tickets of others; then prizes that are ready, then plain claims. */
const order = ["CHECK_IN", "INSTANT", "GROW", "DRAW", "PICK", "CLAIM", "INVITE"] as const;

/** The things for today among these campaigns, the most valuable first. The check-ins of a day count together: one represents all. */
export function todayOf(items: readonly CampaignSummary[]): CampaignSummary[] {
  const now = items.filter(({ ownState }) => ownState === "NOW");
  const checkIn = now.find(({ mechanic }) => mechanic === "CHECK_IN");
  const rankOf = ({ mechanic, ownCount }: CampaignSummary): number =>
    mechanic !== "CHECK_IN" && ownCount > 0 ? 1 : order.indexOf(mechanic) + (mechanic === "CHECK_IN" ? 0 : 2);
  return now
    .filter((item) => item.mechanic !== "CHECK_IN" || item === checkIn)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, thingsOfDay);
}

/** A campaign's prize in words: "s.d. Rp 70.000 tunai", "+5 poin". */
export function gainWords({ mechanic, mainPrize }: CampaignSummary, language: Language): string {
  if (!mainPrize) return "";
  const prize = unbroken(prizeWords(mainPrize, language));
  if (mechanic === "CHECK_IN") return say(centerTexts.gains, language, { prize });
  const isAtMost = mechanic === "INSTANT" || mechanic === "DRAW" || mechanic === "PICK";
  return isAtMost ? say(centerTexts.upTo, language, { prize }) : prize;
}

/** This person's state in the campaign, or its last day. */
export function useNote(): (item: CampaignSummary) => string {
  const [t, center] = [useTexts(texts), useTexts(centerTexts)];
  const language = useLanguage();
  const { now } = useFrame();
  return ({ view, mechanic, ownState, ownCount, opensAt, closesAt }) => {
    if (view === "SOON") return t("soonLead", { when: formatInstant(new Date(opensAt), language, "WIB", "short") });
    if (ownState === "NOW" && mechanic === "CHECK_IN") return center("press");
    if (ownCount > 0) return center(mechanic === "GROW" ? "pours" : "tickets", { count: ownCount });
    // One that was ended early does not run until the day that it was to close.
    if (view === "ENDED" && closesAt > now) return "";
    const day = formatDate(dateInWib(new Date(Date.parse(closesAt) - 1)), language, "short");
    return t(view === "ENDED" ? "endedDay" : "untilDay", { day });
  };
}

/** For pages of other domains: the things for today as links, and a link to all events. Nothing when there are none. */
export function TodayLinks({ items }: { items: readonly CampaignSummary[] }) {
  const t = useTexts(centerTexts);
  const language = useLanguage();
  const noteOf = useNote();
  const today = todayOf(items);
  if (today.length === 0) return null;
  return (
    <Section heading={todayWords(today.length, t)}>
      <LinkList
        items={[
          ...today.map((item) => ({
            to: item.path,
            label: unbroken(item.title),
            detail: `${noteOf(item)} · ${gainWords(item, language)}`,
            track: "campaign_view",
          })),
          { to: "/webview/activity-center", label: t("all"), track: "campaign_view" },
        ]}
      />
    </Section>
  );
}

export const todayWords = (count: number, t: ReturnType<typeof useTexts<typeof centerTexts>>): string =>
  count === 1 ? t("today1") : t("today", { count });
