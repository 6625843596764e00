/** What a campaign promises, as the cards of its proposals show it. */
import type { ShownLine } from "#server/four-eyes/proposal-kind.ts";
import { dateInWib } from "#shared/dates.ts";
import { prizesOf, type CampaignRules } from "../rules-contract.ts";
import { texts } from "./proposal-texts.ts";
import type { CampaignRow } from "./store.ts";

/** A line for each prize: chance, pieces in all, pieces a day. */
export const prizesShown = (rules: CampaignRules): ShownLine[] =>
  prizesOf(rules).map(({ prizeKey, stock, perDay, ppm }) => ({
    label: texts.staffPrize,
    kind: "TEXT",
    text: [prizeKey, ppm > 0 ? `${ppm} ppm` : "", stock > 0 ? `${stock}` : "", perDay > 0 ? `${perDay}/24h` : ""]
      .filter(Boolean)
      .join(" · "),
  }));

/** Title, period, budget and prizes. */
export const promisedLines = (campaign: CampaignRow): ShownLine[] => [
  { label: texts.staffTitle, kind: "TEXT", text: campaign.title },
  { label: texts.staffOpens, kind: "DATE", date: dateInWib(campaign.opensAt) },
  { label: texts.staffCloses, kind: "DATE", date: dateInWib(campaign.closesAt) },
  { label: texts.staffBudget, kind: "RUPIAH", rupiah: campaign.budgetRupiah },
  ...prizesShown(campaign.rules),
];
