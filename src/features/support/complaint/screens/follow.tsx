import type { Route } from "./+types/follow";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { openTicket } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.followTitle, description: texts.followDescription, isStep: true };

const forms = defineForms({ open: { call: openTicket, done: "/complaint/ticket" } });
export const action = forms.action;

export default function Follow({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("followLead")}>{t("followTitle")}</Title>
      <ActionForm of={forms.form("open", actionData)}>
        <TextField
          name="number"
          label={t("number")}
          hint={t("numberHint")}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <TextField name="email" inputMode="email" autoComplete="email" autoCapitalize="none" label={t("email")} />
        <Button track="complaint_open">{t("open")}</Button>
      </ActionForm>
      <Small centred>
        <a href="/complaint">{t("newComplaint")}</a>
      </Small>
    </Stack>
  );
}
