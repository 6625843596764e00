/** Campaigns as cards: title, prize, and state. */
import type { ReactNode } from "react";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import type { CampaignSummary } from "../list-contract.ts";
import { texts } from "../texts.ts";
import { centerTexts } from "./center-texts.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { SkinArt } from "./skin-looks.tsx";
import { gainWords, useNote } from "./today-list.tsx";

/** Each card carries its campaign's artwork: this many fit in the size of one page. */
export const cardsOfPage = 8;

interface CampaignListProps {
  items: readonly CampaignSummary[];
  /** Actions below a campaign's card. */
  under?: (item: CampaignSummary) => ReactNode;
}

const kinds = {
  NOW: "attention",
  DONE: "ok",
  OPEN: "info",
  TAKEN: "plain",
  LATER: "plain",
  REST: "plain",
} as const;

export function CampaignList({ items, under }: CampaignListProps) {
  const [t, center] = [useTexts(texts), useTexts(centerTexts)];
  const language = useLanguage();
  const noteOf = useNote();
  return (
    <ul className="campaign-cards">
      {items.map((item) => {
        const { activityId, path, skin, title, view, ownState } = item;
        const isAtRest = ownState === "TAKEN" || ownState === "REST" || view === "PAUSED" || view === "BUDGET_OUT";
        return (
          <li key={activityId} data-activity={activityId}>
            <a
              className={isAtRest ? "campaign-card campaign-card-rest" : "campaign-card"}
              href={path}
              data-track="campaign_view"
            >
              <SkinArt skin={skin} />
              <span className="campaign-card-words">
                <strong>{unbroken(title)}</strong>
                <span className="campaign-card-note">{noteOf(item)}</span>
                <span className="campaign-card-gain">
                  <strong>{gainWords(item, language)}</strong>
                  {ownState && view === "RUNNING" ? (
                    <Badge kind={kinds[ownState]}>{center(ownState)}</Badge>
                  ) : (
                    <Badge kind={view === "LOGIN" || view === "RUNNING" ? "info" : "plain"}>{t(view)}</Badge>
                  )}
                </span>
              </span>
            </a>
            {under && <div className="campaign-card-under">{under(item)}</div>}
          </li>
        );
      })}
    </ul>
  );
}
