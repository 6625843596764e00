import { data, redirect } from "react-router";
import type { Route } from "./+types/follow";
import { submit } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { openTicket } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.followTitle, description: texts.followDescription, isStep: true };

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await submit(openTicket, await request.formData(), context);
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  throw redirect("/complaint/ticket", 303);
}

export default function Follow({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("followLead")}>{t("followTitle")}</Title>
      <Form call={openTicket} {...(actionData ? { values: actionData.values, failure: actionData.failure } : {})}>
        <TextField
          name="number"
          label={t("number")}
          hint={t("numberHint")}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          label={t("email")}
        />
        <Button track="complaint_open">{t("open")}</Button>
      </Form>
      <Small centred>
        <a href="/complaint">{t("newComplaint")}</a>
      </Small>
    </Stack>
  );
}
