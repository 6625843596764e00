import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { readStandardRates } from "../contract.ts";
import { configurationEditorTexts } from "../texts.ts";

/** The newer version that another person has put in force; null without one. */
function newerVersion({ answer }: BoundForm): number | null {
  const status = answer?.failure.status;
  return status?.code === "CONFIG_CHANGED" ? Number(status.data?.["version"]) : null;
}

/** Proposes; after another person's newer version only with an explicit confirmation. */
function Propose({ newer }: { newer: number | null }) {
  const t = useTexts(configurationEditorTexts);
  return (
    <ActionBar>
      {newer === null ? (
        <Button>{t("propose")}</Button>
      ) : (
        <Button name="baseVersion" value={String(newer)}>
          {t("proposeOnTop", { version: newer })}
        </Button>
      )}
    </ActionBar>
  );
}

/** A text or JSON under a name; the name is typed when it is new (`configName` null). */
export function ValueForm({
  of,
  configName,
  value,
  isPublic,
  baseVersion,
}: {
  of: BoundForm;
  configName: string | null;
  value: string;
  isPublic: boolean;
  baseVersion: number;
}) {
  const t = useTexts(configurationEditorTexts);
  const newer = newerVersion(of);
  return (
    <ActionForm of={of}>
      {newer === null && <input type="hidden" name="baseVersion" value={baseVersion} />}
      {configName === null && (
        <TextField name="configName" label={t("name")} hint={t("nameHint")} autoCapitalize="none" />
      )}
      <Select
        name="format"
        label={t("format")}
        options={(["TEXT", "JSON"] as const).map((format) => ({ value: format, label: t(format) }))}
        defaultValue={/^\s*[{[]/.test(value) ? "JSON" : "TEXT"}
      />
      <TextArea name="configValue" label={t("value")} rows={8} defaultValue={value} />
      <PublicTick isPublic={of.values ? of.values["isPublic"] !== undefined : isPublic} />
      <TextArea name="note" label={t("note")} rows={2} />
      <Propose newer={newer} />
    </ActionForm>
  );
}

function PublicTick({ isPublic }: { isPublic: boolean }) {
  const t = useTexts(configurationEditorTexts);
  return (
    <Checkbox name="isPublic" defaultValue={isPublic ? "on" : ""}>
      {t("publicTick")}
    </Checkbox>
  );
}

/** The standard rates in their own form: per cent a day, lowest and highest, written once for both languages. */
export function RatesForm({ of, value, baseVersion }: { of: BoundForm; value: string; baseVersion: number }) {
  const t = useTexts(configurationEditorTexts);
  const newer = newerVersion(of);
  const rates = readStandardRates(value);
  const [normalFrom, normalTo] = boundsOf(rates?.rateContentForIdn);
  const [overdueFrom, overdueTo] = boundsOf(rates?.overdueRateContentForIdn);
  return (
    <ActionForm of={of}>
      {newer === null && <input type="hidden" name="baseVersion" value={baseVersion} />}
      <Heading level={3}>{t("normal")}</Heading>
      <div className="console-line">
        <TextField name="normalFrom" label={t("lowest")} defaultValue={normalFrom} />
        <TextField name="normalTo" label={t("highest")} defaultValue={normalTo} />
      </div>
      <Heading level={3}>{t("overdue")}</Heading>
      <div className="console-line">
        <TextField name="overdueFrom" label={t("lowest")} defaultValue={overdueFrom} />
        <TextField name="overdueTo" label={t("highest")} defaultValue={overdueTo} />
      </div>
      <TextField
        name="ratePictureUrl"
        label={t("pictureAddress")}
        hint={t("addressHint")}
        defaultValue={rates?.ratePictureUrl ?? ""}
      />
      <TextField name="ratePdfUrlForIdn" label={t("pdfAddressId")} defaultValue={rates?.ratePdfUrlForIdn ?? ""} />
      <TextField name="ratePdfUrlForEn" label={t("pdfAddressEn")} defaultValue={rates?.ratePdfUrlForEn ?? ""} />
      <TextArea name="note" label={t("note")} rows={2} />
      <Propose newer={newer} />
    </ActionForm>
  );
}

/** `0,1% - 0,3%` → `0,1` and `0,3`; empty when the text is not a range. */
function boundsOf(range: string | undefined): [string, string] {
  const found = /^\s*(\d+(?:,\d+)?)\s*%(?:\s*[-–]\s*(\d+(?:,\d+)?)\s*%)?\s*$/.exec(range ?? "");
  return [found?.[1] ?? "", found?.[2] ?? found?.[1] ?? ""];
}
