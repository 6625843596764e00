import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { BirthDateField } from "#web/ui/birth-date-field/birth-date-field.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { correctionPage, type CorrectionAnswer } from "../contract.ts";
import { correctionPartTexts, texts } from "../texts.ts";

/** The form for correct values, filled in with the current ones. The NIK is never filled in, because the page only has it masked. */
export function ValuesStep({ of, correction }: { of: BoundForm; correction: CorrectionAnswer }) {
  const t = useTexts(texts);
  const part = useTexts(correctionPartTexts);
  const { present } = correction;
  const { nik = "", ...rest } = present ?? {};
  return (
    <>
      <Title lead={t("valuesLead")}>{t("valuesTitle")}</Title>
      <ActionForm of={of} action={correctionPage} values={rest} fill>
        <TextField name="fullName" label={part("fullName")} autoComplete="name" autoCapitalize="words" />
        <TextField name="birthPlace" label={part("birthPlace")} autoCapitalize="words" autoComplete="off" keep />
        <BirthDateField name="birthDate" label={part("birthDate")} />
        <Choices
          name="sex"
          label={part("sex")}
          columns={2}
          choices={[
            { value: "FEMALE", label: part("FEMALE") },
            { value: "MALE", label: part("MALE") },
          ]}
        />
        <TextField
          name="nik"
          label={t("newNik")}
          hint={t("newNikHint", { nik })}
          inputMode="numeric"
          autoComplete="off"
        />
        <ActionBar>
          <Button track="identity_correction_values">{t("saveValues")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
