import { data, redirect } from "react-router";
import type { Route } from "./+types/verify-email";
import { codeSeconds, maxTries } from "#features/account/verification/contract.ts";
import { holdUntil, OnHold } from "#features/account/security/parts/on-hold.tsx";
import { call, submit, type FormAnswer } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
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
/** The form behind "send again" stands beside the form of the code, so that Enter never presses it. */
const resendForm = "resend";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [{ request: named, code }, hold] = await Promise.all([call(getEmail, {}, { context }), holdUntil(context)]);
  if (!named || named.state === "FAILED") throw redirect(statusPath);
  return { masked: named.masked, code, hold, resent: new URL(request.url).searchParams.has("sent") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.get("intent") === "resend") {
    const sent = await submit(resendEmail, form, context);
    return sent.ok ? redirect(`${path}?sent=1`) : refused(sent.answer);
  }
  const sent = await submit(verifyEmail, form, context);
  if (sent.ok) return redirect(`${statusPath}?verified=1`);
  if (sent.answer.failure.status.code === "VERIFICATION_NEEDED") {
    // Pressed twice, or confirmed by the link meanwhile: it is done.
    const { current, request: named } = await call(getEmail, {}, { context });
    if (current && !named) return redirect(`${statusPath}?verified=1`);
  }
  return refused(sent.answer);
}

const refused = (answer: FormAnswer) => data(answer, { status: answer.status });

export default function VerifyEmail({ loaderData: { masked, code, hold, resent }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const answer = actionData as FormAnswer | undefined;
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
      {resent && !answer && (
        <Notice kind="ok" live>
          {t("resent")}
        </Notice>
      )}
      {code ? <CodeForm code={code} answer={answer} /> : <NoCode answer={answer} />}
      {code && (
        <Form id={resendForm} call={resendEmail} action={path} bare>
          <input type="hidden" name="intent" value="resend" />
        </Form>
      )}
      <Small centred>
        <a href="/webview/add-email">{t("otherAddress")}</a>
      </Small>
    </Stack>
  );
}

function CodeForm({ code, answer }: { code: NonNullable<EmailAnswer["code"]>; answer: FormAnswer | undefined }) {
  const t = useTexts(texts);
  return (
    <Form call={verifyEmail} action={path} single {...(answer ? { failure: answer.failure } : {})}>
      <input type="hidden" name="verificationId" value={code.verificationId} />
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
    </Form>
  );
}

/** Another session asked for the code: this one cannot take it. */
function NoCode({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts(texts);
  return (
    <Form call={resendEmail} action={path} {...(answer ? { failure: answer.failure } : {})}>
      <input type="hidden" name="intent" value="resend" />
      <Notice>{t("elsewhere")}</Notice>
      <Button track="email_resend">{t("resend")}</Button>
    </Form>
  );
}
