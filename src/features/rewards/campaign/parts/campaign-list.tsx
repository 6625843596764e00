/** Campaigns, one a card: what it is, how it stands, until when. */
import type { ReactNode } from "react";
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import type { CampaignSummary } from "../list-contract.ts";
import { texts } from "../texts.ts";
import { SkinArt } from "./skin-art.tsx";

/** Each card carries its campaign's artwork: so many leave in the weight of one page. */
export const cardsOfPage = 10;

interface CampaignListProps {
  items: readonly CampaignSummary[];
  /** What may be done with one, below its card. */
  under?: (item: CampaignSummary) => ReactNode;
}

export function CampaignList({ items, under }: CampaignListProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const note = ({ view, opensAt, closesAt }: CampaignSummary): string =>
    view === "SOON"
      ? t("soonLead", { when: formatInstant(new Date(opensAt), language, "WIB", "short") })
      : t("untilDay", { day: formatDate(dateInWib(new Date(Date.parse(closesAt) - 1)), language, "short") });
  return (
    <ul className="campaign-cards">
      {items.map((item) => (
        <li key={item.activityId} data-activity={item.activityId}>
          <a className="campaign-card" href={item.path} data-track="campaign_view">
            <SkinArt skin={item.skin} />
            <span className="campaign-card-words">
              <strong>{item.title}</strong>
              <span className="campaign-card-note">{note(item)}</span>
              <Badge kind={item.view === "RUNNING" || item.view === "LOGIN" ? "attention" : "plain"}>
                {t(item.view)}
              </Badge>
            </span>
          </a>
          {under && <div className="campaign-card-under">{under(item)}</div>}
        </li>
      ))}
    </ul>
  );
}
