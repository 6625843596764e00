/** The form of a draft: subject, rules, and their consequences. */
import type { ReactNode } from "react";
import { formatRupiah } from "#shared/money.ts";
import { languages, say } from "#shared/texts.ts";
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { LiveRegion } from "#web/ui/form/form.tsx";
import type { FormValues } from "#web/ui/form/form-state.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { AmountField, DateField, TextArea, TextField } from "#web/ui/text-field/text-field.tsx";
import { SkinArt } from "../parts/skin-looks.tsx";
import type { Mechanic } from "../rules-contract.ts";
import type { CheckedDraft, Manner } from "./draft-page.ts";
import { campaignFormTexts } from "./form-texts.ts";
import { languageNames } from "./language-names.ts";
import { RulesFields } from "./rules-fields.tsx";
import { texts as console } from "./texts.ts";

/** The choices of the form. */
export interface DraftChoices {
  /** Skins of this mechanic, each by the title that its first campaign has. */
  skins: readonly { skin: string; name: string }[];
  keys: readonly string[];
}

/** Titles, skin and permit. */
export function AboutFields({ skins }: Pick<DraftChoices, "skins">) {
  const t = useTexts(console);
  return (
    <>
      <Select
        name="skin"
        label={t("skin")}
        options={skins.map(({ skin, name }) => ({ value: skin, label: `${name} (${skin})` }))}
      />
      <TextField name="titleId" label={t("titleId")} />
      <TextField name="titleEn" label={t("titleEn")} />
      <TextField name="titleZh" label={t("titleZh")} />
      <TextField name="permitNumber" label={t("permitNumber")} />
    </>
  );
}

export function PeriodFields({ isOpen = false }: { isOpen?: boolean }) {
  const t = useTexts(campaignFormTexts);
  return (
    <>
      {!isOpen && <DateField name="opensOn" label={t("firstDay")} />}
      <DateField name="closesOn" label={t("lastDay")} hint={t("lastDayHint")} />
      <AmountField name="budgetRupiah" label={t("budget")} />
    </>
  );
}

interface RulesPartProps {
  manner: Manner;
  mechanic: Mechanic | null;
  values: FormValues;
  keys: DraftChoices["keys"];
}

/** The rules as fields, or as JSON; a button switches between them and keeps the typed values. */
export function RulesPart({ manner, mechanic, values, keys }: RulesPartProps) {
  const t = useTexts(campaignFormTexts);
  const tc = useTexts(console);
  if (manner === "json" || !mechanic)
    return (
      <>
        <TextArea name="rules" label={tc("rules")} rows={24} />
        <p>
          <Button kind="secondary" compact name="intent" value="toForm" formNoValidate>
            {t("asForm")}
          </Button>
        </p>
      </>
    );
  return (
    <>
      <RulesFields
        mechanic={mechanic}
        values={values}
        keys={keys}
        more={
          <p>
            <Button kind="quiet" compact name="intent" value="check" formNoValidate>
              {t("moreRows")}
            </Button>
          </p>
        }
      />
      <p>
        <Button kind="quiet" compact name="intent" value="toJson" formNoValidate>
          {t("asJson")}
        </Button>
      </p>
    </>
  );
}

interface OutlookProps {
  skin: string;
  checked: CheckedDraft | null;
  /** In rupiah, as typed. */
  budget: string | undefined;
  children?: ReactNode;
}

/** Cost, faults and texts of the draft: fetched again at each key, and by a button without script. */
export function Outlook({ skin, checked, budget, children }: OutlookProps) {
  const t = useTexts(campaignFormTexts);
  return (
    <Section heading={t("checkTitle")}>
      <LiveRegion later={<LaterParts />}>
        <div className="draft-outlook">
          <div className="draft-art">
            <SkinArt skin={skin} />
          </div>
          {checked && <Found checked={checked} budget={budget} />}
        </div>
      </LiveRegion>
      <p className="field-hint">{t("checkHint")}</p>
      <p>
        <Button kind="secondary" compact name="intent" value="check" formNoValidate>
          {t("checkDo")}
        </Button>
      </p>
      {children}
    </Section>
  );
}

/** Parts that only some drafts show: their style rules are in the page from the beginning. */
const LaterParts = () => (
  <>
    <Notice kind="attention" title="">
      <ul className="campaign-terms" />
    </Notice>
    <Notice kind="ok">{""}</Notice>
    <Receipt heading="">
      <ReceiptLine label="" note="">
        <Badge kind="ok">{""}</Badge>
      </ReceiptLine>
    </Receipt>
  </>
);

function Found({ checked: { problems, found }, budget }: { checked: CheckedDraft; budget: string | undefined }) {
  const t = useTexts(campaignFormTexts);
  const tc = useTexts(console);
  const most = found?.all ? found.all.netRupiah + found.all.taxRupiah : null;
  const isOfChance = found?.lines.some(({ text }) => /%|‰/.test(text.id)) ?? false;
  return (
    <>
      {problems.length + (found?.faults.length ?? 0) > 0 ? (
        <Notice kind="attention" title={t("toMend")}>
          <ul className="campaign-terms">
            {problems.map(({ path, detail }) => (
              <li key={path}>{detail}</li>
            ))}
            {found?.faults.map((fault) => (
              <li key={fault}>{tc(fault)}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        found && <Notice kind="ok">{t("allWell")}</Notice>
      )}
      {found && (
        <Receipt heading={t("budget")}>
          {isOfChance && (
            <ReceiptLine label={t("oddsRight")}>
              <Badge kind="ok">1.000.000</Badge>
            </ReceiptLine>
          )}
          <ReceiptLine label={t("costDay")} {...taxNote(found.day)}>
            {costWords(found.day)}
          </ReceiptLine>
          <ReceiptLine label={t("costAll", { days: found.days })} {...taxNote(found.all)}>
            {costWords(found.all)}
          </ReceiptLine>
          {most !== null && budget && Number(budget.replaceAll(/\D/g, "")) < most && (
            <ReceiptLine label={t("budgetShort")}>{""}</ReceiptLine>
          )}
        </Receipt>
      )}
      {found &&
        languages.map((one) => (
          <div key={one} lang={one}>
            <Receipt heading={t("readTitle", { language: languageNames[one] })}>
              {found.lines.map(({ label, text }, index) => (
                <ReceiptLine key={index} label={say(label, one)} note={say(text, one)}>
                  {""}
                </ReceiptLine>
              ))}
            </Receipt>
          </div>
        ))}
    </>
  );

  function costWords(cost: NonNullable<typeof found>["day"]): string {
    return cost === null ? t("budgetBinds") : formatRupiah(cost.netRupiah + cost.taxRupiah);
  }
  function taxNote(cost: NonNullable<typeof found>["day"]): { note?: string } {
    return cost && cost.taxRupiah > 0 ? { note: t("ofTax", { tax: formatRupiah(cost.taxRupiah) }) } : {};
  }
}
