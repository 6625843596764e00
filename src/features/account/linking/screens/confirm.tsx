import type { Route } from "./+types/confirm";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { answerLinkCode, endAccountLink, listLinks, nameOfInstitution } from "../contract.ts";
import { bindPaths, leadToStep, placeAfter } from "../parts/places.ts";
import { CancelLink, LastLink, useMoment } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.confirmTitle, back: "/webview/additional-info" };

const kindOf = (path: string): "BANK" | "ECOM" => (path.endsWith("ecom") ? "ECOM" : "BANK");

export async function loader({ context }: Route.LoaderArgs) {
  const { path, posted } = context.get(pageFrame);
  const kind = kindOf(path);
  const { items } = await call(listLinks, {}, { context });
  const { link = null, attemptsLeft = 0 } = items.find((item) => item.kind === kind) ?? {};
  // The refusal of a code is shown here, even when it was the last try.
  leadToStep(path, kind, link, posted);
  return { kind, link, attemptsLeft };
}

const forms = defineForms({
  code: { call: answerLinkCode, done: placeAfter, gone: "?" },
  end: { call: endAccountLink, done: (_reply, { url }) => `${bindPaths[kindOf(url.pathname)]}?removed=1`, gone: "?" },
});
export const action = forms.action;

export default function Confirm({ loaderData: { kind, link, attemptsLeft }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const moment = useMoment();
  if (!link) return null;
  const name = nameOfInstitution(link.institution);
  // The last wrong code, or one that came too late: why the link ended, and the next step.
  if (link.state !== "CODE_NEEDED")
    return (
      <Stack gap="loose">
        <Title>{t(`${kind}Title`)}</Title>
        <LastLink link={link} attemptsLeft={attemptsLeft} />
        {attemptsLeft === 0 && <p>{t("noTries")}</p>}
        <ActionBar>
          {attemptsLeft > 0 ? (
            <ButtonLink to={bindPaths[kind]}>{t("startAgain")}</ButtonLink>
          ) : (
            <ButtonLink to="/webview/additional-info">{t("back")}</ButtonLink>
          )}
        </ActionBar>
      </Stack>
    );
  return (
    <Stack gap="loose">
      <Title lead={t("confirmLead", { name, until: moment(link.stepUntil) })}>{t("confirmTitle")}</Title>
      <ActionForm of={forms.form("code", actionData)}>
        <input type="hidden" name="linkId" value={link.linkId} />
        <TextField
          name="code"
          label={t("code")}
          hint={t("codeLeft", { count: attemptsLeft })}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <Small>{t("noCode")}</Small>
        <ActionBar>
          <Button track="link_code">{t("sendCode")}</Button>
        </ActionBar>
      </ActionForm>
      <CancelLink link={link} of={forms.form("end", actionData)} />
    </Stack>
  );
}
