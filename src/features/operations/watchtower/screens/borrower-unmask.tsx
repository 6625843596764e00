import type { Route } from "./+types/borrower-unmask";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Choices } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Heading, Section, Small, Title } from "#web/ui/text/text.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { onlyFor } from "#features/platform/console/parts/only-for.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { getBorrowerPage, maskedFields, unmaskBorrower } from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.unmaskTitle };

export async function loader({ params: { borrowerId }, context }: Route.LoaderArgs) {
  await onlyFor({ context }, unmaskBorrower);
  const { fullName } = await call(getBorrowerPage, { borrowerId }, { context });
  return { fullName };
}

/** The answer is the page itself: unmasked data has no address and no history entry. */
const forms = defineForms({ show: { call: unmaskBorrower } });
export const action = forms.action;

export default function BorrowerUnmask({ loaderData: { fullName }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const word = (label: string) => (label in texts ? t(label as keyof typeof texts) : label);
  return (
    <>
      <Title lead={t("unmaskLead")}>{fullName ? `${t("unmaskTitle")}: ${fullName}` : t("unmaskTitle")}</Title>
      {actionData?.reply && (
        <Section heading={t("shownTitle")}>
          <Small>{t("shownNote")}</Small>
          {actionData.reply.shown.map(({ field, values }) => (
            <Stack gap="tight" key={field}>
              <Heading level={3}>{t(field)}</Heading>
              {values.length === 0 ? (
                <Small>{t("nothingStored")}</Small>
              ) : (
                <DefinitionList items={values.map(({ label, value }) => [word(label), value] as const)} />
              )}
            </Stack>
          ))}
        </Section>
      )}
      <ActionForm of={forms.form("show", actionData)}>
        <Choices
          name="fields"
          label={t("fields")}
          multiple
          columns={2}
          choices={maskedFields.map((field) => ({ value: field, label: t(field) }))}
        />
        <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} rows={2} />
        <ActionBar>
          <Button>{t("show")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
