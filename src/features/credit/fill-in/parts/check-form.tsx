import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { BirthDateField } from "#web/ui/birth-date-field/birth-date-field.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { FillView } from "../contract.ts";
import { texts } from "../texts.ts";
import { fillPath } from "./steps.ts";

/** The first step: the birth date, with the tries left. */
export function CheckForm({ fill: { attemptsLeft }, of }: { fill: FillView; of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("checkLead")}>{t("checkTitle")}</Title>
      <ActionForm of={of} id="check" action={fillPath} fill>
        <BirthDateField name="birthDate" label={t("birthDate")} />
        <Small>{t("attempts", { count: attemptsLeft })}</Small>
        <ActionBar>
          <Button track="fill_check">{t("check")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
