/** The forms of the profile's three parts. */
import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { Button, DefaultButton } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import type { FormValues } from "#web/ui/form/form-state.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Columns } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { AmountField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { civilStatuses, educations, industries, loanPurposes, type ProfilePart } from "../contract.ts";
import { texts } from "../texts.ts";
import type { AreaChoice } from "./profile-values.ts";

interface PartProps {
  action: string;
  values: FormValues;
  of: BoundForm;
  /** This part is the last one that is missing. */
  last: boolean;
  /** Without a login no draft is stored. */
  withoutDraft?: boolean;
}

function PartForm({
  part,
  lead,
  children,
  ...props
}: PartProps & { part: ProfilePart; lead: string; children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={lead}>{t(part)}</Title>
      <ActionForm of={props.of} action={props.action} values={props.values} hidden={{ part }} fill>
        <DefaultButton />
        {children}
        {!props.withoutDraft && (
          <Button kind="quiet" name="intent" value="later" formNoValidate track={`profile_${part.toLowerCase()}_later`}>
            {t("later")}
          </Button>
        )}
        <ActionBar>
          <Button track={`profile_${part.toLowerCase()}_save`}>{t(props.last ? "finish" : "continue")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}

export function PersonalForm(props: PartProps) {
  const t = useTexts(texts);
  const options = <Value extends keyof typeof texts>(values: readonly Value[]) =>
    values.map((value) => ({ value, label: t(value) }));
  return (
    <PartForm {...props} part="PERSONAL" lead={t("personalLead")}>
      <Select name="education" label={t("education")} options={options(educations)} keep />
      <Choices
        name="civilStatus"
        label={t("civilStatus")}
        columns={3}
        choices={civilStatuses.map((value) => ({ value: String(value), label: t(`civil${value}`) }))}
        keep
      />
      <Select name="loanPurpose" label={t("loanPurpose")} options={options(loanPurposes)} keep />
      <AmountField name="owedElsewhereRupiah" label={t("owedElsewhere")} hint={t("owedElsewhereHint")} keep />
    </PartForm>
  );
}

export function HomeForm({ area, ...props }: PartProps & { area: AreaChoice }) {
  const t = useTexts(texts);
  const names = [area.village, area.district.chosen, area.regency.chosen, area.province.chosen].flatMap((one) =>
    one ? [one.name] : [],
  );
  return (
    <PartForm {...props} part="HOME" lead={t("homeLead")}>
      <input type="hidden" name="villageCode" value={area.village?.code} />
      <DefinitionList items={[[t("chosenArea"), names.join(", ")]]} />
      <Button kind="secondary" name="intent" value="changeArea" formNoValidate>
        {t("changeArea")}
      </Button>
      <TextArea name="street" label={t("street")} hint={t("streetHint")} rows={3} />
      <Columns>
        <TextField name="rt" label={t("rt")} inputMode="numeric" />
        <TextField name="rw" label={t("rw")} inputMode="numeric" />
      </Columns>
      <TextField name="postalCode" label={t("postalCode")} inputMode="numeric" autoComplete="postal-code" />
    </PartForm>
  );
}

export function WorkForm(props: PartProps) {
  const t = useTexts(texts);
  return (
    <PartForm {...props} part="WORK" lead={t("workLead")}>
      <Select
        name="industry"
        label={t("industry")}
        options={industries.map((value) => ({ value, label: t(value) }))}
        keep
      />
      <TextField name="companyName" label={t("companyName")} hint={t("companyNameHint")} autoComplete="organization" />
      <TextArea name="companyAddress" label={t("companyAddress")} rows={2} />
      <TextField
        name="companyPhone"
        label={t("companyPhone")}
        hint={t("companyPhoneHint")}
        inputMode="tel"
        autoComplete="off"
      />
      <Columns>
        <TextField
          name="workingYears"
          label={t("workingYears")}
          inputMode="numeric"
          required={false}
          conditional
          keep
        />
        <TextField
          name="workingMonths"
          label={t("workingMonths")}
          inputMode="numeric"
          required={false}
          conditional
          keep
        />
      </Columns>
      <AmountField name="monthlyIncomeRupiah" label={t("income")} keep />
      <TextField name="salaryDay" label={t("salaryDay")} hint={t("salaryDayHint")} inputMode="numeric" keep />
    </PartForm>
  );
}
