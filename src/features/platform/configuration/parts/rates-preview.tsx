import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { useTexts } from "#web/language.tsx";
import { readStandardRates } from "../contract.ts";
import { configurationEditorTexts } from "../texts.ts";

/** How a value of the standard rates reads on the website, in both of its languages. */
export function RatesPreview({ value }: { value: string }) {
  const t = useTexts(configurationEditorTexts);
  const rates = readStandardRates(value);
  if (!rates) return <Notice kind="attention">{t("unreadable")}</Notice>;
  return (
    <Card heading={t("howRatesLook")}>
      <DefinitionList
        items={[
          [`${t("normal")} · id`, rates.rateContentForIdn],
          [`${t("normal")} · en`, rates.rateContentForEn],
          [`${t("overdue")} · id`, rates.overdueRateContentForIdn],
          [`${t("overdue")} · en`, rates.overdueRateContentForEn],
          [t("pictureAddress"), rates.ratePictureUrl || null],
          [t("pdfAddressId"), rates.ratePdfUrlForIdn || null],
          [t("pdfAddressEn"), rates.ratePdfUrlForEn || null],
        ]}
      />
    </Card>
  );
}
