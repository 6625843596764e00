/** Proposals of two people on a loan: a waiver of a part, and the write-off with the conditions that it lacks. */
import { LocalInstant } from "#web/console/local-time.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { Money, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { AmountField, TextArea } from "#web/ui/text-field/text-field.tsx";
import type { LoanRelief } from "../desk-contract.ts";
import { promiseObstacleTexts, reliefTexts } from "../texts.ts";

export interface ReliefForms {
  waiver: BoundForm;
  told: BoundForm;
  writeOff: BoundForm;
}

export function Relief({
  relief: { unpaid, obstacles, lenderToldAt, waiverId, writeOffId },
  forms,
}: {
  relief: LoanRelief;
  /** Null for who may only read. */
  forms: ReliefForms | null;
}) {
  const t = useTexts(reliefTexts);
  const obstacleText = useTexts(promiseObstacleTexts);
  return (
    <Section heading={t("title")}>
      <DefinitionList
        items={[
          ...unpaid.map(({ component, rupiah }) => [t(component), <Money key={component} rupiah={rupiah} />] as const),
          [t("lenderTold"), lenderToldAt === null ? "–" : <LocalInstant key="told" at={lenderToldAt} />],
        ]}
      />
      {obstacles.length > 0 && (
        <Small>
          {t("obstacles")} {obstacles.map((one) => obstacleText(one)).join(" ")}
        </Small>
      )}
      <Saved by="told">{t("toldSaved")}</Saved>
      {[waiverId, writeOffId].map(
        (id) =>
          id !== null && (
            <a key={id} href={`/staff/checks/${id}`}>
              {t("waits")}
            </a>
          ),
      )}
      {forms && (
        <>
          <Disclosure summary={t("waiver")} open={forms.waiver.answer !== undefined}>
            <ActionForm of={forms.waiver} id="waiver">
              <Select
                name="component"
                label={t("component")}
                options={unpaid.map(({ component }) => ({ value: component, label: t(component) }))}
              />
              <AmountField name="amountRupiah" label={t("amount")} />
              <Reason label={t("send")} />
            </ActionForm>
          </Disclosure>
          <Disclosure summary={t("writeOff")} open={forms.writeOff.answer !== undefined}>
            <Small>{t("writeOffLead")}</Small>
            {lenderToldAt === null ? (
              <ActionForm of={forms.told} id="told">
                <Button kind="secondary" track="staff_lender_told">
                  {t("told")}
                </Button>
              </ActionForm>
            ) : (
              <FormRefusal of={forms.told} />
            )}
            <ActionForm of={forms.writeOff} id="write-off">
              <Reason label={t("send")} />
            </ActionForm>
          </Disclosure>
        </>
      )}
    </Section>
  );
}

function Reason({ label }: { label: string }) {
  const t = useTexts(reliefTexts);
  return (
    <>
      <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
      <ActionBar>
        <Button kind="secondary">{label}</Button>
      </ActionBar>
    </>
  );
}
