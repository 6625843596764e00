import type { ReplyOf } from "#shared/contract.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { BirthDateField } from "#web/ui/birth-date-field/birth-date-field.tsx";
import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import type { getIdentity } from "../contract.ts";
import { texts } from "../texts.ts";

/** The data on the card. */
export function DataStep({
  of,
  action,
  identity: { person, read },
}: {
  of: BoundForm;
  action: string;
  identity: ReplyOf<typeof getIdentity>;
}) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("dataLead")}>{t("dataTitle")}</Title>
      {!person && read && <Notice title={t("readTitle")}>{t("readBody")}</Notice>}
      <ActionForm of={of} action={action} values={person ?? read ?? {}} fill>
        <DefaultButton name="intent" value="data" />
        <TextField name="nik" label={t("nik")} hint={t("nikHint")} inputMode="numeric" autoComplete="off" />
        <Button kind="quiet" compact name="intent" value="nik" formNoValidate track="identity_nik">
          {t("fromNik")}
        </Button>
        <TextField
          name="fullName"
          label={t("fullName")}
          hint={t("fullNameHint")}
          autoComplete="name"
          autoCapitalize="words"
        />
        <TextField name="birthPlace" label={t("birthPlace")} autoCapitalize="words" autoComplete="off" keep />
        <BirthDateField name="birthDate" label={t("birthDate")} />
        <Choices
          name="sex"
          label={t("sex")}
          columns={2}
          choices={[
            { value: "FEMALE", label: t("FEMALE") },
            { value: "MALE", label: t("MALE") },
          ]}
        />
        <ActionBar>
          <Button track="identity_data_save">{t("saveData")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
