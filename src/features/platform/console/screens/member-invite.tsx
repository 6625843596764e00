import type { Route } from "./+types/member-invite";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { inviteStaffMember, listStaffMembers } from "../contract.ts";
import { RolesField } from "../parts/roles-field.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.inviteTitle };

export async function loader({ context }: Route.LoaderArgs) {
  // Only people who may invite see the form.
  await call(listStaffMembers, {}, { context });
  return null;
}

const forms = defineForms({
  invite: { call: inviteStaffMember, done: ({ staffId }) => `/staff/members/${staffId}` },
});
export const action = forms.action;

export default function MemberInvite({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("inviteLead")}>{t("inviteTitle")}</Title>
      <ActionForm of={forms.form("invite", actionData)}>
        <TextField name="name" label={t("name")} autoComplete="off" />
        <TextField name="email" label={t("email")} inputMode="email" autoComplete="off" autoCapitalize="none" />
        <RolesField />
        <ActionBar>
          <Button>{t("invite")}</Button>
        </ActionBar>
      </ActionForm>
    </>
  );
}
