/** The conditions and benefits of each level. */
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { formatPpm } from "#shared/money.ts";
import type { LevelTerms, MemberLevel } from "../contract.ts";
import { levelTexts, texts } from "../texts.ts";

export function LevelList({ levels, own }: { levels: readonly LevelTerms[]; own: MemberLevel }) {
  const t = useTexts(texts);
  const name = useTexts(levelTexts);
  const language = useLanguage();
  const needs = ({ level, goodLoans, score }: LevelTerms): string => {
    if (level === "BASIC") return t("needsNothing");
    return level === "PLUS" ? t("needsPlus") : t("needsLoans", { loans: goodLoans, score });
  };
  return (
    <Section heading={t("levels")}>
      {levels.map((one) => (
        <Card
          key={one.level}
          level={3}
          heading={
            one.level === own ? (
              <>
                {name(one.level)} <Badge kind="ok">{t("yours")}</Badge>
              </>
            ) : (
              name(one.level)
            )
          }
        >
          <DefinitionList
            items={[
              [t("reductionOf"), one.reductionPpm > 0 ? formatPpm(one.reductionPpm, language) : t("reductionNone")],
              [t("appointmentAhead"), t("appointmentDays", { days: one.appointmentDays })],
              [t("temporaryOf"), t(one.temporaryLimit ? "temporaryGiven" : "reductionNone")],
              [t("needs"), needs(one)],
            ]}
          />
        </Card>
      ))}
    </Section>
  );
}
