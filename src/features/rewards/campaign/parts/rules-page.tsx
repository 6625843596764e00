/** The rules of a campaign: tables made from the rules in force, so that they cannot say anything else. */
import { formatPpm } from "#shared/money.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import type { Campaign } from "../contract.ts";
import { texts } from "../texts.ts";
import { prizeWords, unbroken } from "./prize-words.ts";

/** `terms`: what this mechanic adds, a sentence each. */
export function RulesPage({ campaign, terms = [] }: { campaign: Campaign; terms?: readonly string[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { prizes, tasks, opensAt, closesAt, permit, path, commitment, plusPoints, caps, needs, ruleText, mechanic } =
    campaign;
  const day = (at: string, less = 0) => formatDate(dateInWib(new Date(Date.parse(at) - less)), language);
  const isOfChance = prizes.some(({ ppm }) => ppm > 0);
  return (
    <Stack gap="loose">
      <Title lead={t("rulesLead")}>{`${unbroken(campaign.title)}: ${t("rulesTitle")}`}</Title>
      <Receipt heading={t("period")}>
        <ReceiptLine label={t("staffOpens")}>{day(opensAt)}</ReceiptLine>
        <ReceiptLine label={t("staffCloses")}>{day(closesAt, 1)}</ReceiptLine>
        {permit && (
          <ReceiptLine label={t("permit")} {...(permit.isSample ? { note: t("sample") } : {})}>
            {permit.number}
          </ReceiptLine>
        )}
      </Receipt>
      {needs.length > 0 && (
        <Receipt heading={t("needs")}>
          {needs.map(({ need }) => (
            <ReceiptLine key={need} label={t(need)}>
              {""}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      {prizes.length > 0 && (
        <Receipt heading={t("prizes")}>
          {prizes.map(({ prizeKey, prize, left, ppm, costPoints, perDay, stock }) => (
            <ReceiptLine
              key={prizeKey}
              label={unbroken(prizeWords(prize, language))}
              note={[
                perDay > 0 ? t("rulesPerDay", { count: perDay.toLocaleString("id-ID") }) : "",
                stock > 0 ? t("rulesInAll", { count: stock.toLocaleString("id-ID") }) : "",
                left === null
                  ? t(mechanic === "DRAW" ? "byDraw" : "rulesNoLimit")
                  : t("left", { count: left.toLocaleString("id-ID") }),
              ]
                .filter(Boolean)
                .join(" · ")}
            >
              {ppm > 0 ? formatPpm(ppm, language) : costPoints > 0 ? t("costs", { points: costPoints }) : ""}
            </ReceiptLine>
          ))}
          {plusPoints > 0 && (
            <ReceiptLine label={prizeWords({ kind: "POINTS", points: plusPoints }, language)} note={t("withPrize")}>
              {""}
            </ReceiptLine>
          )}
        </Receipt>
      )}
      {tasks.length > 0 && (
        <Receipt heading={t("tasks")}>
          {tasks.map(({ task, gives }) => (
            <ReceiptLine key={task} label={t(task)}>
              {t("gives", { count: gives })}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      {caps.length > 0 && (
        <Receipt heading={t("rulesCaps")}>
          {caps.map(({ cap, count }) => (
            <ReceiptLine key={cap} label={t(cap)}>
              {cap === "ONCE" || cap === "NEVER_LATE"
                ? ""
                : cap === "DRAW_HOUR"
                  ? `${String(count).padStart(2, "0")}.00 WIB`
                  : count}
            </ReceiptLine>
          ))}
        </Receipt>
      )}
      <ul className="campaign-terms">
        {[
          ...terms,
          t("rulesNoLoan"),
          ...(isOfChance || commitment ? [t("rulesFair"), t("taxLine")] : []),
          t("rulesChange"),
        ].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {ruleText && (
        <Section heading={ruleText.title}>
          <Prose html={ruleText.body} />
        </Section>
      )}
      <ButtonLink kind="secondary" to={path}>
        {t("rulesBack")}
      </ButtonLink>
    </Stack>
  );
}
