import type { Route } from "./+types/ayo-bank-middle-page";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { listLinks, returnFromPartner } from "../contract.ts";
import { placeAfter } from "../parts/places.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.returnTitle, back: "/webview/additional-info" };

/** Opening the page changes nothing; its button leads back to us. */
export async function loader({ context }: Route.LoaderArgs) {
  // Without a login the person comes to the login first, and back here.
  await call(listLinks, {}, { context });
  const { pathWithQuery } = context.get(pageFrame);
  return { state: new URL(pathWithQuery, "http://own.invalid").searchParams.get("state") ?? "" };
}

const forms = defineForms({ back: { call: returnFromPartner, done: placeAfter } });
export const action = forms.action;

export default function AyoBankMiddlePage({ loaderData: { state }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const back = forms.form("back", actionData);
  if (back.answer || state === "") {
    return (
      <EmptyState
        level={1}
        title={t("returnOver")}
        action={<ButtonLink to="/webview/additional-info#links">{t("again")}</ButtonLink>}
      >
        {back.answer ? back.answer.failure.status.detail : t("returnNone")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("returnLead")}>{t("returnTitle")}</Title>
      <ActionForm of={back}>
        <input type="hidden" name="state" value={state} />
        <ActionBar>
          <Button track="link_return">{t("goOn")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
