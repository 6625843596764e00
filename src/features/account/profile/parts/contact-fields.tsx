import { useTexts } from "#web/language.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { PhoneField, TextField } from "#web/ui/text-field/text-field.tsx";
import { relationships } from "../contract.ts";
import { texts } from "../texts.ts";

/** The fields of an emergency contact. */
export function ContactFields() {
  const t = useTexts(texts);
  return (
    <>
      <TextField name="name" label={t("contactName")} autoComplete="off" autoCapitalize="words" />
      <PhoneField name="mobileNumber" label={t("contactMobile")} />
      <Select
        name="relationship"
        label={t("contactRelationship")}
        options={relationships.map((value) => ({ value, label: t(value) }))}
      />
    </>
  );
}
