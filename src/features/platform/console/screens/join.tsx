import type { Route } from "./+types/join";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { PasswordField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { acceptInvitation, getStaffInvitation } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.joinTitle };

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { invitation: await call(getStaffInvitation, {}, { context }), problem: null };
  } catch (error) {
    // A used or expired link is an answer, not an accident.
    if (error instanceof Problem && (error.code === "LINK_INVALID" || error.code === "INVITATION_OVER"))
      return { invitation: null, problem: error.data.status.detail };
    throw error;
  }
}

const forms = defineForms({ join: { call: acceptInvitation, done: "/staff" } });
export const action = forms.action;

export default function Join({ loaderData: { invitation, problem }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!invitation) {
    return (
      <EmptyState
        level={1}
        art="warning"
        title={problem}
        action={<ButtonLink to="/staff/login">{t("toLogin")}</ButtonLink>}
      />
    );
  }
  return (
    <div className="console-narrow">
      <Title lead={t("joinWelcome", { name: invitation.name, email: invitation.email })}>{t("joinTitle")}</Title>
      <Section heading={t("joinScan")}>
        <img className="console-qr" src="/api/staff/invitation/qr" alt={t("joinQr")} width={200} height={200} />
        <p>
          {t("joinKey")}: <span className="console-secret">{invitation.totpSecret}</span>
        </p>
      </Section>
      <Section heading={t("joinChoose")}>
        <ActionForm of={forms.form("join", actionData)}>
          <PasswordField name="password" label={t("password")} hint={t("passwordHint")} autoComplete="new-password" />
          <TextField name="code" label={t("code")} hint={t("codeHint")} inputMode="numeric" autoComplete="off" />
          <ActionBar>
            <Button>{t("joinNow")}</Button>
          </ActionBar>
        </ActionForm>
      </Section>
    </div>
  );
}
