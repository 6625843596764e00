import type { Route } from "./+types/logout";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageAccount, type ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { safePage } from "#shared/safe-url.ts";
import { getSession, logout } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.logoutTitle, keptKeys: ["next"] };

/** Asks: a GET changes nothing, so a link or a prefetch ends no session (product decisions 2). */
export async function loader({ context }: Route.LoaderArgs) {
  const { loggedIn, maskedMobileNumber } = await call(getSession, {}, { context });
  context.set(pageAccount, loggedIn ? "in" : "out");
  return { loggedIn, maskedMobileNumber: maskedMobileNumber ?? "" };
}

const forms = defineForms({
  logout: {
    call: logout,
    done: (_reply, { url }) => safePage(url.searchParams.get("next") ?? "") ?? "/webview/logout",
  },
});
export const action = forms.action;

export default function Logout({ loaderData: { loggedIn, maskedMobileNumber }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!loggedIn) {
    return (
      <div data-logged-out="">
        <EmptyState
          level={1}
          art="house"
          title={t("loggedOut")}
          action={<ButtonLink to="/login">{t("loginAgain")}</ButtonLink>}
        >
          {t("loggedOutBody")}
        </EmptyState>
      </div>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("logoutBody", { number: maskedMobileNumber })}>{t("logoutAsk")}</Title>
      <ActionForm of={forms.form("logout", actionData)}>
        <Button track="logout">{t("logoutAct")}</Button>
        <ButtonLink kind="secondary" to="/webview/home">
          {t("stay")}
        </ButtonLink>
      </ActionForm>
    </Stack>
  );
}
