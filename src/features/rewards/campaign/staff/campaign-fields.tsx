/** The fields of a campaign's draft: of a new one, and of one that is changed before anybody approved it. */
import { useTexts } from "#web/language.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { AmountField, DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { skins } from "../skins-contract.ts";
import { texts } from "./texts.ts";

export function CampaignFields() {
  const t = useTexts(texts);
  return (
    <>
      <Select name="skin" label={t("skin")} options={skins.map((skin) => ({ value: skin, label: skin }))} />
      <TextField name="titleId" label={t("titleId")} />
      <TextField name="titleEn" label={t("titleEn")} />
      <TextField name="titleZh" label={t("titleZh")} />
      <DateField name="opensOn" label={t("opens")} />
      <DateField name="closesOn" label={t("closes")} />
      <AmountField name="budgetRupiah" label={t("budget")} />
      <TextField name="permitNumber" label={t("permitNumber")} />
      <RulesField />
    </>
  );
}

/** Rules as they are kept. */
export function RulesField() {
  const t = useTexts(texts);
  return <TextArea name="rules" label={t("rules")} rows={18} />;
}
