/** The tables on every campaign's screen: conditions, prizes with numbers left, tasks, fairness, period and terms. // Product decisions, rewards 1 */
import { Fragment } from "react";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatPpm } from "#shared/money.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import type { Campaign } from "../contract.ts";
import { texts } from "../texts.ts";
import { prizeWords } from "./prize-words.ts";
import { unbroken } from "#web/ui/text/unbroken.ts";

type Need = Campaign["needs"][number]["need"];

/** The page on which a person can meet a condition; a loan is never offered as the way to a prize. */
const needPaths: Readonly<Partial<Record<Need, `/webview/${string}`>>> = {
  IDENTITY_VERIFIED: "/webview/identity",
  EMAIL_VERIFIED: "/webview/add-email",
  PROFILE_COMPLETED: "/webview/profile",
  PASSWORD_SET: "/webview/password",
};

/** The first unmet condition with a page where it can be met; null when there is none. */
export function missingNeed({ needs }: Campaign): { need: Need; path: string } | null {
  for (const { need, isMet } of needs) {
    const path = needPaths[need];
    if (!isMet && path) return { need, path };
  }
  return null;
}

/** The conditions, with the ones already met. */
export function Needs({ campaign: { needs, isVisitor, view } }: { campaign: Campaign }) {
  const t = useTexts(texts);
  if (needs.length === 0 || view === "WON") return null;
  return (
    <Receipt heading={t("needs")}>
      {needs.map(({ need, isMet }) => (
        <ReceiptLine key={need} label={t(need)}>
          {isVisitor ? "" : <Badge kind={isMet ? "ok" : "plain"}>{t(isMet ? "needMet" : "needOpen")}</Badge>}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}

/** When one gets a prize that has neither chance, price nor number. */
const words: Readonly<Partial<Record<Campaign["mechanic"], "byDraw" | "whenGrown">>> = {
  DRAW: "byDraw",
  GROW: "whenGrown",
};

/** Nothing can be won here any more, or now: neither a chance, a number left nor a way to get it would be true. */
const isGone = ({ view, isOver }: Campaign): boolean =>
  view === "ENDED" || view === "BUDGET_OUT" || (isOver && view === "WON");

/** The prizes with numbers left, and their chance or cost. */
export function Prizes({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { prizes, mechanic, plusPoints } = campaign;
  if (prizes.length === 0) return null;
  return (
    <Receipt heading={t("prizes")}>
      {prizes.map(({ prizeKey, prize, left, ppm, costPoints, isTooLate }) => {
        const facts =
          left === 0
            ? [t("gone")]
            : [
                ppm > 0 ? formatPpm(ppm, language) : "",
                costPoints > 0 ? t("costs", { points: costPoints }) : "",
                left === null ? "" : t("left", { count: left.toLocaleString("id-ID") }),
              ].filter(Boolean);
        return (
          <ReceiptLine
            key={prizeKey}
            label={unbroken(prizeWords(prize, language))}
            {...(isTooLate ? { note: t("FIRST_LOAN_ONLY") } : {})}
          >
            {isGone(campaign) ? "" : facts.join(" · ") || t(words[mechanic] ?? "certain")}
          </ReceiptLine>
        );
      })}
      {plusPoints > 0 && (
        <ReceiptLine label={prizeWords({ kind: "POINTS", points: plusPoints }, language)}>{t("withPrize")}</ReceiptLine>
      )}
    </Receipt>
  );
}

/** Conditions of the coupons given here, shown before login, and again in the rules. // Product decisions, rewards 15.2 */
export const conditionsIn = ({ prizes }: Pick<Campaign, "prizes">): string[] => [
  ...new Set(prizes.flatMap(({ conditions }) => conditions)),
];

export function Conditions({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const conditions = conditionsIn(campaign);
  if (conditions.length === 0) return null;
  return (
    <>
      <ul className="campaign-terms">
        {conditions.map((condition) => (
          <li key={condition}>{unbroken(condition)}</li>
        ))}
      </ul>
      <p>
        <a href="/webview/activity/coupon-rule">{t("couponRules")}</a>
      </p>
    </>
  );
}

/** The gain of a task, with its unit: an egg's tickets, a tree's energy, points elsewhere. */
export function givesKey(
  mechanic: Campaign["mechanic"],
  count: number,
): "givesTicket" | "givesTickets" | "givesEnergy" | "givesPoints" {
  if (mechanic === "INSTANT") return count === 1 ? "givesTicket" : "givesTickets";
  return mechanic === "GROW" ? "givesEnergy" : "givesPoints";
}

/** Ways to a prize, while one can still be won; a tree bears fruit once. */
export function Tasks({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const { tasks, mechanic, award, isOver } = campaign;
  if (tasks.length === 0 || isOver || isGone(campaign) || (mechanic === "GROW" && award)) return null;
  return (
    <Receipt heading={t("tasks")}>
      {tasks.map(({ task, gives, doneToday }) => (
        <ReceiptLine key={task} label={t(task)} {...(doneToday ? { note: t("done") } : {})}>
          {t(givesKey(mechanic, gives), { count: gives })}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}

/**
 * Whether the final tax on prizes of draws applies: to prizes won by luck or a guess. We pay it. // Product decisions,
 * rewards 9
 */
export const isTaxed = ({ mechanic, prizes }: Pick<Campaign, "mechanic" | "prizes">): boolean =>
  mechanic === "DRAW" || mechanic === "PICK" || prizes.some(({ ppm }) => ppm > 0);

export function Fairness({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts);
  const { view, isOver } = campaign;
  // It is of today, and of a day on which something is played or entered.
  const commitment = isOver || view === "SOON" ? null : campaign.commitment;
  const isDue = isTaxed(campaign);
  if (!commitment && !isDue) return null;
  return (
    <p className="campaign-fair">
      {commitment && (
        <>
          {t(campaign.mechanic === "DRAW" ? "sealDraw" : "sealLine", { seal: commitment.commitment.slice(0, 8) })}{" "}
          <a href={`/webview/activity/draw/${commitment.drawId}`}>{t("sealLink")}</a>
          {t("sealStop")}{" "}
        </>
      )}
      {isDue && t("taxLine")}
    </p>
  );
}

export function CampaignFactsTable({ campaign, rules }: { campaign: Campaign; rules: string }) {
  const { opensAt, closesAt, endedEarlyAt, claimsUntil, permit } = campaign;
  const t = useTexts(texts);
  const language = useLanguage();
  const day = (at: string, less = 0) => formatDate(dateInWib(new Date(Date.parse(at) - less)), language, "short");
  const fact = (label: "period" | "claimBy" | "permit", value: string) => t("factLine", { label: t(label), value });
  const lines = [
    fact("period", t("fromTo", { from: day(opensAt), to: endedEarlyAt ? day(endedEarlyAt) : day(closesAt, 1) })),
    ...(claimsUntil ? [fact("claimBy", day(claimsUntil, 1))] : []),
    ...(permit ? [fact("permit", permit.isSample ? t("ofSample", { number: permit.number }) : permit.number)] : []),
  ];
  return (
    <div className="campaign-facts">
      {lines.map((line) => (
        <Fragment key={line}>
          <p>{line}</p>
        </Fragment>
      ))}
      <p>
        <a href={rules}>{t("termsApply")}</a>
      </p>
    </div>
  );
}
