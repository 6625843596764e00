import { DateText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { Bills } from "../contract.ts";
import { planTexts } from "../texts.ts";

/** The steps around the open due date, shown beforehand: messages, letters and internal steps. */
export function BillPlan({ plan }: Pick<Bills, "plan">) {
  const t = useTexts(planTexts);
  if (plan.length === 0) return null;
  return (
    <Disclosure summary={t("title")} id="plan">
      <Small>{t("lead")}</Small>
      <DefinitionList
        items={plan.map(({ step, on, action, day, state }) => [
          <DateText key={step} date={on} style="short" />,
          <span key={step}>
            {t(day < 0 ? "AHEAD" : action)} {state === "PLANNED" ? null : <Badge kind="plain">{t(state)}</Badge>}
          </span>,
        ])}
      />
    </Disclosure>
  );
}
