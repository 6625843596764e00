import type { Route } from "./+types/finantier-register";
import { FreshCode } from "#features/account/verification/parts/otp-step.tsx";
import { submitFresh } from "#features/account/verification/parts/step-up.ts";
import { holdUntil, OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { beginLink, listLinks } from "../contract.ts";
import { bindPaths, leadToStep, linkPath } from "../parts/places.ts";
import { Begin } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.OPEN_FINANCETitle, back: "/webview/additional-info" };

export async function loader({ context }: Route.LoaderArgs) {
  const [{ items, identityGiven, leftToday }, hold] = await Promise.all([
    call(listLinks, {}, { context }),
    holdUntil(context),
  ]);
  const { link = null, attemptsLeft = 0 } = items.find(({ kind }) => kind === "OPEN_FINANCE") ?? {};
  leadToStep(context.get(pageFrame).path, "OPEN_FINANCE", link);
  return { link, attemptsLeft, identityGiven, leftToday, hold };
}

const forms = defineForms(
  {
    begin: {
      call: beginLink,
      input: () => ({ kind: "OPEN_FINANCE" }),
      done: (link) => linkPath("OPEN_FINANCE", link),
    },
  },
  { fresh: submitFresh },
);
export const action = forms.action;

export default function FinantierRegister({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (actionData?.step) {
    return (
      <Stack gap="loose">
        <Title lead={t("codeLead")}>{t("codeTitle")}</Title>
        <FreshCode step={actionData.step} action={bindPaths.OPEN_FINANCE} button={t("goOn")} track="link_code_own" />
      </Stack>
    );
  }
  const { hold, ...shown } = loaderData;
  if (hold !== null) {
    return (
      <Stack gap="loose">
        <Title>{t("OPEN_FINANCETitle")}</Title>
        <OnHold until={hold} />
      </Stack>
    );
  }
  return <Begin {...shown} kind="OPEN_FINANCE" of={forms.form("begin", actionData)} />;
}
