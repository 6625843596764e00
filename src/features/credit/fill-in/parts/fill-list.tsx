import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { say } from "#shared/texts.ts";
import type { FillView } from "../contract.ts";
import { itemText, texts } from "../texts.ts";
import { fillPath, itemPath, stepOf } from "./steps.ts";

const icons = { PERSONAL: "person", HOME: "home", WORK: "loan", CONTACT: "person", DOCUMENT: "document" } as const;

/** Only names: the missing items, each with a link to its form, and the received ones. */
export function FillList({ fill: { items, endsAt }, of }: { fill: FillView; of: BoundForm }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const name = (item: string) => say(itemText(item), language);
  const missing = items.filter(({ isGiven }) => !isGiven);
  const given = items.filter(({ isGiven }) => isGiven);
  const [first] = missing;
  return (
    <Stack gap="loose">
      <Title lead={t(first ? "lead" : "readyLead")}>{t(first ? "title" : "readyTitle")}</Title>
      {endsAt && <Small>{t("until", { until: formatInstant(new Date(endsAt), language, "WIB", "short") })}</Small>}
      {first && (
        <Section heading={t("missing")}>
          <LinkList
            items={missing.map(({ item }) => ({
              to: itemPath(item),
              label: name(item),
              icon: icons[stepOf(item)],
            }))}
          />
        </Section>
      )}
      {given.length > 0 && (
        <Section heading={t("given")}>
          <CheckList items={given.map(({ item }) => name(item))} />
        </Section>
      )}
      {items.some(({ item }) => item === "WORK") && <Small>{t("unverified")}</Small>}
      {first ? (
        <ActionBar>
          <ButtonLink to={itemPath(first.item)}>{t("start", { item: name(first.item) })}</ButtonLink>
        </ActionBar>
      ) : (
        <ActionForm of={of} id="finish" action={fillPath}>
          <ActionBar>
            <Button track="fill_finish">{t("send")}</Button>
          </ActionBar>
        </ActionForm>
      )}
    </Stack>
  );
}
