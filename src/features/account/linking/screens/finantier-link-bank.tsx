import type { Route } from "./+types/finantier-link-bank";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { connectBy, endAccountLink, listLinks, institutionsOf } from "../contract.ts";
import { bindPaths, leadToStep, placeAfter } from "../parts/places.ts";
import { AtPartner, CancelLink, Connecting, Linked } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.chooseBANK, back: "/webview/additional-info" };
const path = "/webview/finantier-link-bank";

export async function loader({ context }: Route.LoaderArgs) {
  const { pathWithQuery } = context.get(pageFrame);
  const { items } = await call(listLinks, {}, { context });
  const { link = null } = items.find(({ kind }) => kind === "OPEN_FINANCE") ?? {};
  const isAwaited = new URL(pathWithQuery, "http://own.invalid").searchParams.has("waiting");
  leadToStep(path, "OPEN_FINANCE", link, isAwaited && link !== null);
  return { link, isAwaited };
}

const forms = defineForms({
  partner: { call: connectBy.partner, done: placeAfter, gone: "?" },
  end: { call: endAccountLink, done: `${bindPaths.OPEN_FINANCE}?removed=1`, gone: "?" },
});
export const action = forms.action;

export default function FinantierLinkBank({ loaderData: { link, isAwaited }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const end = forms.form("end", actionData);
  if (!link) return null;
  if (link.state === "CONNECTING" || (isAwaited && !actionData))
    return <Connecting path={path} link={link} end={end} />;
  if (link.state === "REDIRECTED") return <AtPartner link={link} end={end} />;
  if (link.state === "LINKED") return <Linked link={link} end={end} />;
  return (
    <Stack gap="loose">
      <Title>{t("chooseBANK")}</Title>
      <ActionForm of={forms.form("partner", actionData)}>
        <input type="hidden" name="linkId" value={link.linkId} />
        <Select
          name="institution"
          label={t("chooseBANK")}
          options={institutionsOf("OPEN_FINANCE").map(({ code, name }) => ({ value: code, label: name }))}
        />
        <ActionBar>
          <Button track="link_connect">{t("goOn")}</Button>
        </ActionBar>
      </ActionForm>
      <CancelLink link={link} of={end} />
    </Stack>
  );
}
