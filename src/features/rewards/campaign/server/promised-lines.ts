/** The promises of a campaign in the words that people will read: for the cards of its proposals, and as its draft is written. */
import type { Proposal, ShownLine, SubjectContext } from "#server/four-eyes/proposal-kind.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatPpm, formatRupiah, groupThousands } from "#shared/money.ts";
import { languages, say, type Language, type Text } from "#shared/texts.ts";
import { claimLead } from "../lead-contract.ts";
import { prizeWords } from "../prize-contract.ts";
import { prizesOf, tasksOf, type CampaignRules, type PrizeRule } from "../rules-contract.ts";
import { texts as read } from "../texts.ts";
import { capWords, rulesTexts } from "../wording-contract.ts";
import { capsOf } from "./caps.ts";
import { maxCampaignCostOf, type Cost } from "./cost.ts";
import { campaignProposalTexts } from "./proposal-texts.ts";
import { campaignById, type CampaignRow } from "./store.ts";

/** A campaign's proposals are named by its title; by its key once the campaign is gone. */
export const campaignTitle = async (
  { subjectId, payload: { activityId } }: Pick<Proposal<{ activityId: string }>, "subjectId" | "payload">,
  { reader, language }: Pick<SubjectContext, "reader" | "language">,
): Promise<string> => (await campaignById(reader, subjectId))?.title[language] ?? activityId;

export interface PromisedLine {
  label: Text;
  text: Text;
}

const inEach = (words: (language: Language) => string): Text =>
  Object.fromEntries(languages.map((language) => [language, words(language)])) as unknown as Text;
const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(" · ");

/** A prize with its chance, its pieces and its price in points. */
const prizeLine = ({ prize, ppm, perDay, stock, costPoints }: PrizeRule, language: Language): string =>
  joined([
    prizeWords(prize, language),
    ppm > 0 ? say(campaignProposalTexts.staffChance, language, { chance: formatPpm(ppm, language) }) : "",
    perDay > 0 ? say(rulesTexts.rulesPerDay, language, { count: groupThousands(perDay) }) : "",
    stock > 0 ? say(rulesTexts.rulesInAll, language, { count: groupThousands(stock) }) : "",
    costPoints > 0 ? say(read.costs, language, { points: groupThousands(costPoints) }) : "",
  ]);

/** The units of a mechanic's tasks. */
const units = { INSTANT: campaignProposalTexts.staffTickets, GROW: campaignProposalTexts.staffEnergy } as const;
const unitOf = ({ mechanic }: CampaignRules): Text =>
  mechanic === "INSTANT" || mechanic === "GROW" ? units[mechanic] : campaignProposalTexts.staffPoints;

/** Prizes, conditions, tasks and bounds, a line each. */
export function promisedLinesOf({ rules, opensAt: opens }: Pick<CampaignRow, "rules" | "opensAt">): PromisedLine[] {
  const opensAt = opens.toISOString();
  const needs = rules.mechanic === "CLAIM" ? rules.needs : [];
  return [
    ...(rules.mechanic === "CLAIM"
      ? [{ label: campaignProposalTexts.staffLead, text: inEach((language) => leadOf(rules, language)) }]
      : []),
    ...(rules.mechanic === "CHECK_IN"
      ? [
          {
            label: campaignProposalTexts.staffPrize,
            text: inEach((language) =>
              say(campaignProposalTexts.staffStreak, language, {
                points: groupThousands(rules.points),
                last: groupThousands(rules.lastPoints),
                day: rules.streakDays,
              }),
            ),
          },
        ]
      : []),
    ...prizesOf(rules).map((line) => ({
      label: campaignProposalTexts.staffPrize,
      text: inEach((language) => prizeLine(line, language)),
    })),
    ...(rules.mechanic === "CLAIM" && rules.plusPoints
      ? [
          {
            label: read.withPrize,
            text: inEach((language) => prizeWords({ kind: "POINTS", points: rules.plusPoints! }, language)),
          },
        ]
      : []),
    ...(rules.mechanic === "PICK"
      ? [
          {
            label: campaignProposalTexts.staffOptions,
            text: inEach((language) => rules.options.map((option) => option[language]).join(", ")),
          },
        ]
      : []),
    ...needs.map((need) => ({ label: read.needs, text: read[need] })),
    ...tasksOf(rules).map(({ task, gives }) => ({
      label: read.tasks,
      text: inEach((language) =>
        joined([say(read[task], language), say(unitOf(rules), language, { count: groupThousands(gives) })]),
      ),
    })),
    ...capsOf(rules).map(({ cap, count }) => ({
      label: rulesTexts[cap],
      text: inEach((language) =>
        cap === "POOL_RUPIAH" || cap === "SHARE_RUPIAH"
          ? formatRupiah(count)
          : capWords({ cap, count }, opensAt, language) || say(campaignProposalTexts.staffYes, language),
      ),
    })),
  ];
}

/** The first sentences of a claim's page, before a claim. */
const leadOf = (rules: Extract<CampaignRules, { mechanic: "CLAIM" }>, language: Language): string =>
  claimLead(
    {
      caps: capsOf(rules),
      needs: rules.needs.map((need) => ({ need, isMet: false })),
      asksCode: rules.asksCode,
      prizes: rules.prizes.map((line) => ({ ...line, left: null, isTooLate: false, coupon: null, conditions: [] })),
    },
    language,
  );

const asLine = ({ label, text }: PromisedLine): ShownLine => ({ label, kind: "TEXT", text });

/** The maximum cost, per day and in all: with tax, and never more than its budget. */
function costLines({ day, all, days }: Cost, budgetRupiah: number): ShownLine[] {
  const words = (cost: Cost["day"], language: Language): string => {
    if (cost === null) return say(campaignProposalTexts.staffNoBound, language, { budget: formatRupiah(budgetRupiah) });
    const { netRupiah, taxRupiah } = cost;
    const sum = formatRupiah(netRupiah + taxRupiah);
    return taxRupiah === 0
      ? sum
      : say(campaignProposalTexts.staffWithTax, language, { sum, tax: formatRupiah(taxRupiah) });
  };
  return [
    { label: campaignProposalTexts.staffMostDay, kind: "TEXT", text: inEach((language) => words(day, language)) },
    {
      label: inEach((language) => say(campaignProposalTexts.staffMostAll, language, { days })),
      kind: "TEXT",
      text: inEach((language) => words(all, language)),
    },
  ];
}

/** Title in each language, period, budget, the maximum cost, and all that people will read. */
export async function promisedLines(services: Services, reader: Reader, campaign: CampaignRow): Promise<ShownLine[]> {
  const { title, opensAt, closesAt, budgetRupiah, skin, activityId } = campaign;
  return [
    ...languages.map((language): ShownLine => ({
      label: campaignProposalTexts[`staffTitle_${language}`],
      kind: "TEXT",
      text: title[language],
    })),
    { label: campaignProposalTexts.staffSkin, kind: "ID", id: skin, to: `/staff/campaigns/${activityId}/preview` },
    { label: campaignProposalTexts.staffOpens, kind: "DATE", date: dateInWib(opensAt) },
    { label: campaignProposalTexts.staffCloses, kind: "DATE", date: lastDayOfCampaign(closesAt) },
    { label: campaignProposalTexts.staffBudget, kind: "RUPIAH", rupiah: budgetRupiah },
    ...costLines(await maxCampaignCostOf(services, reader, campaign), budgetRupiah),
    ...promisedLinesOf(campaign).map(asLine),
  ];
}

/** The last day before a closing at this instant. */
export const lastDayOfCampaign = (closesAt: Date) => dateInWib(new Date(closesAt.getTime() - 1));

/** The lines that a change adds to a running campaign, and those that it replaces. */
export function changedLines(
  before: CampaignRow,
  after: Pick<CampaignRow, "opensAt" | "closesAt" | "budgetRupiah" | "rules">,
): ShownLine[] {
  const own = (campaign: typeof after): PromisedLine[] => [
    {
      label: campaignProposalTexts.staffCloses,
      text: inEach((language) => formatDate(lastDayOfCampaign(campaign.closesAt), language)),
    },
    { label: campaignProposalTexts.staffBudget, text: inEach(() => formatRupiah(campaign.budgetRupiah)) },
    ...promisedLinesOf(campaign),
  ];
  const old = own(before);
  return own(after).flatMap((line, index) => {
    const was = old[index];
    if (was && was.text.id === line.text.id) return [];
    return [
      {
        label: inEach((language) => say(campaignProposalTexts.staffChange, language, { label: line.label[language] })),
        kind: "TEXT" as const,
        text: inEach((language) =>
          was && was.label.id === line.label.id
            ? say(campaignProposalTexts.staffChanged, language, {
                before: was.text[language],
                after: line.text[language],
              })
            : line.text[language],
        ),
      },
    ];
  });
}
