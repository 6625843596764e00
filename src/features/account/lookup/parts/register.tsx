/** The register's inputs and their purpose: shown before anything is asked. */
import { useFrame } from "#web/frame.tsx";
import { formatInstant } from "#shared/dates.ts";
import { lookupReadText } from "#shared/outside-reads.ts";
import { say } from "#shared/texts.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { PasswordField, TextField } from "#web/ui/text-field/text-field.tsx";
import type { LookupKind } from "../contract.ts";
import { texts } from "../texts.ts";

export interface RegisterFormProps {
  kind: LookupKind;
  of: BoundForm;
  ownNumber: string;
  foundDays: number;
  /** A password was refused: until then another one may be sent under the same consent. */
  retryUntil: string | null;
}

/** Asks the register, by the consent that is ticked in it. */
export function RegisterForm({ kind, of, ownNumber, foundDays, retryUntil }: RegisterFormProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { formKey } = useFrame();
  return (
    <>
      <Card>
        <DefinitionList
          items={[
            [t("whatRead"), say(lookupReadText(kind), language)],
            [t("fromWhom"), t(`${kind}From`)],
            [t("whatFor"), t("whatForBody")],
            [t("howLong"), t("howLongBody", { days: foundDays })],
          ]}
        />
      </Card>
      <ActionForm of={of}>
        <input type="hidden" name="requestId" value={formKey} />
        <Fields kind={kind} ownNumber={ownNumber} />
        {kind !== "EDUCATION" && <Small>{t("secret")}</Small>}
        {retryUntil === null ? (
          <Checkbox name="consent" required>
            {t("consent", { from: t(`${kind}From`), days: foundDays })}
          </Checkbox>
        ) : (
          <>
            <input type="hidden" name="consent" value="on" />
            <Small>
              {t("consentStands", { until: formatInstant(new Date(retryUntil), language, "WIB", "short") })}
            </Small>
          </>
        )}
        <ActionBar>
          <Button track={`lookup_${kind.toLowerCase()}_ask`}>{t("ask")}</Button>
          <ButtonLink kind="quiet" to="/webview/additional-info">
            {t("skip")}
          </ButtonLink>
        </ActionBar>
      </ActionForm>
    </>
  );
}

function Fields({ kind, ownNumber }: Pick<RegisterFormProps, "kind" | "ownNumber">) {
  const t = useTexts(texts);
  switch (kind) {
    case "NPWP":
      return (
        <>
          <TextField
            name="account"
            label={t("NPWPAccount")}
            hint={t("NPWPHint")}
            inputMode="numeric"
            autoComplete="off"
          />
          <PasswordField name="credential" label={t("password")} hint={t("NPWPPassword")} autoComplete="off" />
        </>
      );
    case "BPJS":
      return (
        <>
          <TextField name="account" label={t("BPJSAccount")} inputMode="email" autoComplete="email" />
          <PasswordField name="credential" label={t("password")} hint={t("BPJSPassword")} autoComplete="off" />
        </>
      );
    case "OPERATOR":
      return (
        <>
          <DefinitionList items={[[t("OPERATORAccount"), ownNumber]]} />
          <Small>{t("OPERATORHint")}</Small>
        </>
      );
    case "EDUCATION":
      return (
        <>
          <TextField name="institution" label={t("institution")} autoComplete="off" />
          <TextField name="account" label={t("EDUCATIONAccount")} autoCapitalize="characters" autoComplete="off" />
          <TextField name="year" label={t("year")} inputMode="numeric" autoComplete="off" />
        </>
      );
  }
}
