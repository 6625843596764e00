import type { Route } from "./+types/optional-info";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Dialog, DialogClose, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { AmountField, TextField } from "#web/ui/text-field/text-field.tsx";
import { housings, type OptionalAnswers } from "../contract.ts";
import {
  getOptionalInformation,
  removeOptionalInformation,
  saveOptionalInformation,
  skipOptionalInformation,
} from "../optional-contract.ts";
import { optionalTexts as texts } from "../parts/optional-texts.ts";
import { OptionalUse } from "../parts/optional-use.tsx";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/additional-info" };

const path = "/webview/optional-info";

export const loader = ({ context }: Route.LoaderArgs) => call(getOptionalInformation, {}, { context });

const forms = defineForms({
  save: { call: saveOptionalInformation, done: `${path}?saved=1` },
  skip: { call: skipOptionalInformation, done: "/webview/additional-info" },
  remove: { call: removeOptionalInformation, done: `${path}?removed=1` },
});
export const action = forms.action;

export default function OptionalInfo({ loaderData: { answers, uplift }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved>{t("saved")}</Saved>
      <Saved by="removed">{t("removed")}</Saved>
      <p>
        <OptionalUse uplift={uplift} />
      </p>
      <ActionForm
        of={forms.form("save", actionData)}
        id="save"
        action={path}
        {...(answers ? { values: typedOf(answers) } : {})}
      >
        <TextField name="dependants" label={t("dependants")} hint={t("dependantsHint")} inputMode="numeric" />
        <Select name="housing" label={t("housing")} options={housings.map((value) => ({ value, label: t(value) }))} />
        <TextField name="yearsThere" label={t("yearsThere")} hint={t("yearsThereHint")} inputMode="numeric" />
        <AmountField name="monthlyExpensesRupiah" label={t("monthlyExpensesRupiah")} hint={t("monthlyExpensesHint")} />
        <AmountField name="secondIncomeRupiah" label={t("secondIncomeRupiah")} hint={t("secondIncomeHint")} />
        <Card>
          <DefinitionList
            items={[
              [t("whatFor"), t("whatForBody")],
              [t("receivers"), t("receiversBody")],
              [t("howLong"), t("howLongBody")],
            ]}
          />
        </Card>
        <Checkbox name="consent">{t("consent")}</Checkbox>
        <Button track="optional_info_save">{t("save")}</Button>
      </ActionForm>
      {answers ? (
        <>
          <FormRefusal of={forms.form("remove", actionData)} />
          <DialogLink to="remove" kind="quiet">
            {t("remove")}
          </DialogLink>
          <Dialog id="remove" heading={t("removeAsk")}>
            <ActionForm of={forms.form("remove", actionData)} id="remove-form" action={path}>
              <p>{t("removeBody")}</p>
              <Button kind="danger" track="optional_info_remove">
                {t("removeDo")}
              </Button>
              <DialogClose>{t("keep")}</DialogClose>
            </ActionForm>
          </Dialog>
        </>
      ) : (
        <ActionForm of={forms.form("skip", actionData)} id="skip" action={path}>
          <Button kind="quiet" track="optional_info_skip">
            {t("skip")}
          </Button>
          <Small>{t("skipHint")}</Small>
        </ActionForm>
      )}
    </Stack>
  );
}

/** The answers as form fields show them. */
const typedOf = (answers: OptionalAnswers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
