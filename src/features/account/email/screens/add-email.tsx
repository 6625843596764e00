import type { Route } from "./+types/add-email";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { mustWaitForCode, submitFresh } from "#features/account/verification/parts/step-up.ts";
import { holdUntil, OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { addEmail, getEmail } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.addTitle, back: "/webview/email-status" };

const path = "/webview/add-email";
const verifyPath = "/webview/verify-email";

export async function loader({ context }: Route.LoaderArgs) {
  const [{ current, request }, hold] = await Promise.all([call(getEmail, {}, { context }), holdUntil(context)]);
  return { current, waiting: request?.state === "FAILED" ? null : request, hold };
}

const forms = defineForms(
  {
    add: {
      call: addEmail,
      done: verifyPath,
      // The form was sent twice: the page where the code is entered says so.
      async refused({ failure }, { context }) {
        return mustWaitForCode(failure.status.code) && (await call(getEmail, {}, { context })).code ? verifyPath : null;
      },
    },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

export default function AddEmail({ loaderData: { current, waiting, hold }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const step = actionData?.step;
  if (step) {
    return (
      <Stack gap="loose">
        <Title lead={t("codeAdd", { email: String(step.otherFields["email"] ?? "") })}>{t("codeTitle")}</Title>
        <FreshCode step={step} action={path} button={t("goOn")} track="email_step_up" />
      </Stack>
    );
  }
  if (hold !== null) {
    return (
      <Stack gap="loose">
        <Title>{t(current ? "changeTitle" : "addTitle")}</Title>
        <OnHold until={hold} />
      </Stack>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("addLead")}>{t(current ? "changeTitle" : "addTitle")}</Title>
      {current && <Notice>{t("inForce", { masked: current.masked })}</Notice>}
      {waiting && (
        <Notice>
          {t("waiting", { masked: waiting.masked })} <a href={verifyPath}>{t("toVerify")}</a>
        </Notice>
      )}
      <ActionForm of={forms.form("add", actionData)} action={path}>
        <TextField
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          label={t("email")}
          hint={t("emailHint")}
        />
        <ActionBar>
          <Button track="email_add">{t("send")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
