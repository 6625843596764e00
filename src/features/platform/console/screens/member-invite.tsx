import { data, redirect } from "react-router";
import type { Route } from "./+types/member-invite";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call, submit } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { inviteStaffMember, listStaffMembers } from "../contract.ts";
import { RolesField } from "../parts/roles-field.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.inviteTitle };

export async function loader({ context }: Route.LoaderArgs) {
  // Only who may invite sees the form.
  await call(listStaffMembers, {}, { context });
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await submit(inviteStaffMember, await request.formData(), context);
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  throw redirect(`/staff/members/${sent.reply.staffId}`, 303);
}

export default function MemberInvite({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("inviteLead")}>{t("inviteTitle")}</Title>
      <Form
        call={inviteStaffMember}
        {...(actionData ? { values: actionData.values, failure: actionData.failure } : {})}
      >
        <TextField name="name" label={t("name")} autoComplete="off" />
        <TextField name="email" label={t("email")} type="email" autoComplete="off" autoCapitalize="none" />
        <RolesField />
        <ActionBar>
          <Button>{t("invite")}</Button>
        </ActionBar>
      </Form>
    </>
  );
}
