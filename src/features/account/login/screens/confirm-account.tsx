import { redirect } from "react-router";
import type { Route } from "./+types/confirm-account";
import { formatInstant } from "#shared/dates.ts";
import { safePage } from "#shared/safe-url.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { BirthDateField } from "#web/ui/birth-date-field/birth-date-field.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { confirmAccount, disownNumber, getConfirming, releaseHours } from "../confirm-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.confirmTitle, noIndex: true, isStep: true, keptKeys: ["next"] };

const path = "/confirm-account";

/** Shows nothing of the account: the caller has only its number. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const told = query.get("free");
  if (told !== null) return { step: told === "now" ? "free" : "waiting" } as const;
  try {
    return { step: "ask", ...(await call(getConfirming, {}, { context })) } as const;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.code === "CONFIRM_NOT_NEEDED" || problem.code === "VERIFICATION_NEEDED") throw redirect("/login");
    throw problem;
  }
}

const forms = defineForms({
  confirm: {
    call: confirmAccount,
    done: (_reply, { url }) => safePage(url.searchParams.get("next") ?? "") ?? "/webview/home",
  },
  disown: { call: disownNumber, done: ({ releaseAt }) => `${path}?free=${releaseAt === null ? "now" : "later"}` },
});
export const action = forms.action;

export default function ConfirmAccount({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (loaderData.step !== "ask") {
    const isFree = loaderData.step === "free";
    return (
      <EmptyState
        level={1}
        art={isFree ? "check" : "calendar"}
        title={t(isFree ? "numberFree" : "numberWaits")}
        {...(isFree ? { action: <ButtonLink to="/login">{t("registerNow")}</ButtonLink> } : {})}
      >
        {t(isFree ? "numberFreeBody" : "numberWaitsBody", { hours: releaseHours })}
      </EmptyState>
    );
  }
  const { verificationId, releaseAt } = loaderData;
  const hidden = { verificationId };
  return (
    <Stack gap="loose">
      <Title lead={t("confirmLead")}>{t("confirmTitle")}</Title>
      {releaseAt !== null && (
        <Notice>{t("releaseKnown", { when: formatInstant(new Date(releaseAt), language) })}</Notice>
      )}
      <ActionForm of={forms.form("confirm", actionData)} hidden={hidden}>
        <BirthDateField name="birthDate" label={t("birthDate")} />
        <TextField
          name="nikEnding"
          label={t("nikEnding")}
          hint={t("nikEndingHint")}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button track="confirm_account">{t("confirmMine")}</Button>
      </ActionForm>
      {releaseAt === null && (
        <Card heading={t("numberNew")}>
          <Stack gap="tight">
            <p>{t("numberNewBody", { hours: releaseHours })}</p>
            <ActionForm of={forms.form("disown", actionData)} id="disown" hidden={hidden}>
              <Button kind="secondary" track="confirm_number_new">
                {t("numberNewDo")}
              </Button>
            </ActionForm>
          </Stack>
        </Card>
      )}
      <Small>
        {t("confirmForgotten")} <a href="/webview/customer-service">{t("contact")}</a>
      </Small>
    </Stack>
  );
}
