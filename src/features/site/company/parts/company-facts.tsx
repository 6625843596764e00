import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { FactualClaim } from "#web/shells/fact.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { texts } from "../texts.ts";

/** The company behind the brand: its facts, each with a mark while unverified. */
export function CompanyFacts() {
  const t = useTexts(texts);
  const { brand } = useFrame();
  const facts = [
    ["company", brand.operator],
    ["licenceNumber", brand.licence],
    ["address", brand.address],
    ["phone", brand.supportPhone],
    ["email", brand.supportEmail],
  ] as const;
  return (
    <Card heading={t("factsTitle")}>
      <DefinitionList
        items={facts.map(([name, { value, verified }]) => [
          t(name),
          <FactualClaim key={name} verified={verified}>
            {value}
          </FactualClaim>,
        ])}
      />
    </Card>
  );
}
