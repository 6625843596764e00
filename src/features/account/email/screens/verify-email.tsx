import { redirect } from "react-router";
import type { Route } from "./+types/verify-email";
import { codeSeconds, maxTries } from "#features/account/verification/contract.ts";
import { holdUntil, OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { call, type FormAnswer } from "#web/api.ts";
import { defineForms, type BoundForm, type Posted } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { OtpField } from "#web/ui/otp-field/otp-field.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { getEmail, resendEmail, verifyEmail, type EmailAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.verifyTitle, back: "/webview/email-status" };

const path = "/webview/verify-email";
const statusPath = "/webview/email-status";
/** The form for "send again" is outside the code's form, so that Enter never presses it. */
const resendForm = "resend";

export async function loader({ context }: Route.LoaderArgs) {
  const [{ request: named, code }, hold] = await Promise.all([call(getEmail, {}, { context }), holdUntil(context)]);
  if (!named || named.state === "FAILED") throw redirect(statusPath);
  return { masked: named.masked, code, hold };
}

const forms = defineForms({
  verify: { call: verifyEmail, done: `${statusPath}?verified=1`, refused: isDoneMeanwhile },
  resend: { call: resendEmail, done: `${path}?sent=1` },
});
export const action = forms.action;

/** The form was sent twice, or the link confirmed it first: it is done. */
async function isDoneMeanwhile({ failure }: FormAnswer, { context }: Posted): Promise<string | null> {
  if (failure.status.code !== "VERIFICATION_NEEDED") return null;
  const { current, request: named } = await call(getEmail, {}, { context });
  return current && !named ? `${statusPath}?verified=1` : null;
}

export default function VerifyEmail({ loaderData: { masked, code, hold }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const verify = forms.form("verify", actionData);
  const resend = forms.form("resend", actionData);
  if (hold !== null)
    return (
      <Stack gap="loose">
        <Title>{t("verifyTitle")}</Title>
        <OnHold until={hold} />
      </Stack>
    );
  return (
    <Stack gap="loose">
      <Title lead={t("verifyLead", { masked })}>{t("verifyTitle")}</Title>
      <Saved by="sent">{t("resent")}</Saved>
      {code ? <CodeForm code={code} of={verify} /> : <NoCode of={resend} />}
      {code && <FormRefusal of={resend} />}
      {code && (
        <ActionForm of={resend} id={resendForm} action={path} bare>
          {null}
        </ActionForm>
      )}
      <Small centred>
        <a href="/webview/add-email">{t("otherAddress")}</a>
      </Small>
    </Stack>
  );
}

function CodeForm({ code, of }: { code: NonNullable<EmailAnswer["code"]>; of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <ActionForm of={of} action={path} single hidden={{ verificationId: code.verificationId }}>
      {code.expiresInSeconds === 0 && <Notice kind="attention">{t("expired")}</Notice>}
      {code.expiresInSeconds > 0 && code.attemptsLeft === 0 && <Notice kind="attention">{t("noTriesLeft")}</Notice>}
      <OtpField
        name="code"
        hint={t("codeHint", { minutes: codeSeconds / 60 })}
        resendInSeconds={code.resendInSeconds}
        resendAt={code.resendAt}
        resend={
          <Button kind="secondary" compact form={resendForm} track="email_resend">
            {t("resend")}
          </Button>
        }
      >
        {code.attemptsLeft > 0 && code.attemptsLeft < maxTries && (
          <Small>{t("triesLeft", { count: code.attemptsLeft })}</Small>
        )}
      </OtpField>
      <Small>{t("neverShare")}</Small>
      <ActionBar>
        <Button track="email_verify">{t("confirm")}</Button>
      </ActionBar>
    </ActionForm>
  );
}

/** Another session requested the code, so this one cannot enter it. */
function NoCode({ of }: { of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <ActionForm of={of} action={path}>
      <Notice>{t("elsewhere")}</Notice>
      <Button track="email_resend">{t("resend")}</Button>
    </ActionForm>
  );
}
