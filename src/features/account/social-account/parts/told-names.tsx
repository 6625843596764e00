import type { BoundForm } from "#web/form-actions.ts";
import { DateText, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { dateInWib } from "#shared/dates.ts";
import type { SocialAccounts } from "../contract.ts";
import { networkNames, socialTexts } from "./social-texts.ts";

/** The entered names, each with its code and a button to remove it; nothing without names. */
export function StatedNames({
  data: { items, until },
  remove,
  action,
}: {
  data: SocialAccounts;
  remove: BoundForm;
  action: string;
}) {
  const t = useTexts(socialTexts);
  if (items.length === 0) return null;
  return (
    <Section heading={t("told")}>
      {items.map(({ id, network, name, code }) => (
        <Card key={id}>
          <InlineRow spread>
            <span>
              <strong>{networkNames[network]}</strong> @{name}
              <br />
              <Small>{t("code", { code })}</Small>
            </span>
            <ActionForm of={remove} id={`r-${id}`} action={action} which={{ accountId: id }}>
              <Button kind="quiet" compact track="social_account_remove">
                {t("remove")} <span className="visually-hidden">{networkNames[network]}</span>
              </Button>
            </ActionForm>
          </InlineRow>
        </Card>
      ))}
      <Small>{t("codeHint")}</Small>
      {until && (
        <Small>
          {t("until")} <DateText date={dateInWib(new Date(until))} style="short" />.{" "}
          <a href="/webview/privacy/consents">{t("withdraw")}</a>
        </Small>
      )}
    </Section>
  );
}
