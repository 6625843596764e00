import { useTexts } from "#web/language.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { webhookTypes } from "../contract.ts";
import { webhookStaffTexts } from "../texts.ts";

/** The address of an endpoint and the types that it receives; by default all. */
export function AddressFields({ url, types = webhookTypes }: { url?: string; types?: readonly string[] }) {
  const t = useTexts(webhookStaffTexts);
  return (
    <>
      <TextField
        name="url"
        label={t("url")}
        hint={t("urlHint")}
        defaultValue={url}
        autoComplete="off"
        autoCapitalize="none"
      />
      <Choices
        name="types"
        label={t("types")}
        multiple
        columns={3}
        defaultValues={types}
        choices={webhookTypes.map((value) => ({ value, label: <code>{value}</code> }))}
      />
    </>
  );
}
