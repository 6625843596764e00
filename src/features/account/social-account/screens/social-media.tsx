import type { Route } from "./+types/social-media";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { addSocialAccount, listSocialAccounts, removeSocialAccount } from "../contract.ts";
import { SocialForm } from "../parts/social-form.tsx";
import { socialTexts as texts } from "../parts/social-texts.ts";
import { StatedNames } from "../parts/told-names.tsx";

const path = "/webview/social-media";
export const handle: ScreenHandle = { title: texts.title, back: "/webview/additional-info" };

export const loader = ({ context }: Route.LoaderArgs) => call(listSocialAccounts, {}, { context });

const forms = defineForms({
  add: { call: addSocialAccount, done: `${path}?saved=1` },
  remove: { call: removeSocialAccount, done: path },
});
export const action = forms.action;

export default function SocialMedia({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const isFirst = loaderData.items.length === 0;
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Small>{t("never")}</Small>
      <Saved>{t("saved")}</Saved>
      <StatedNames data={loaderData} remove={forms.form("remove", actionData)} action={path} />
      <SocialForm
        of={forms.form("add", actionData)}
        action={path}
        asksConsent={loaderData.until === null || isFirst}
        isFirst={isFirst}
        leave={
          <ButtonLink kind="quiet" to="/webview/additional-info">
            {t("skip")}
          </ButtonLink>
        }
      />
      {!isFirst && (
        <ActionBar>
          <ButtonLink to="/webview/additional-info">{t("done")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}
