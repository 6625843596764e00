import type { ReactNode } from "react";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { socialNetworks } from "../contract.ts";
import { networkNames, socialTexts } from "./social-texts.ts";

/** The form for one name; with the consent text when there is no consent yet. */
export function SocialForm({
  of,
  action,
  asksConsent,
  isFirst,
  leave,
}: {
  of: BoundForm;
  action: string;
  asksConsent: boolean;
  /** No entry yet: entering one is the purpose of the page. */
  isFirst: boolean;
  /** Continues without an entry; shown below the page's action. */
  leave?: ReactNode;
}) {
  const t = useTexts(socialTexts);
  return (
    <ActionForm of={of} id="add" action={action}>
      <Select
        name="network"
        label={t("network")}
        options={socialNetworks.map((one) => ({ value: one, label: networkNames[one] }))}
      />
      <TextField name="name" label={t("name")} hint={t("nameHint")} autoComplete="off" />
      {asksConsent && (
        <>
          <Card>
            <DefinitionList
              items={[
                [t("whatFor"), t("whatForBody")],
                [t("receivers"), t("receiversBody")],
                [t("howLong"), t("howLongBody")],
              ]}
            />
          </Card>
          <Checkbox name="consent" required>
            {t("consent")}
          </Checkbox>
        </>
      )}
      {isFirst ? (
        <ActionBar>
          <Button track="social_account_add">{t("add")}</Button>
          {leave}
        </ActionBar>
      ) : (
        <Button kind="secondary" track="social_account_add">
          {t("add")}
        </Button>
      )}
    </ActionForm>
  );
}
