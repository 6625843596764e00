import { redirect } from "react-router";
import type { Route } from "./+types/social-media-special";
import { getInformationOffer } from "#features/account/document/contract.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { addSocialAccount, listSocialAccounts } from "../contract.ts";
import { SocialForm } from "../parts/social-form.tsx";
import { socialTexts as texts } from "../parts/social-texts.ts";

const path = "/webview/social-media-special";
const offerPath = "/webview/n-select-one";
export const handle: ScreenHandle = { title: texts.title, back: offerPath };

/** For an offer that names it; without one it is the general page. */
export async function loader({ context }: Route.LoaderArgs) {
  const [{ offer }, { items, until }] = await Promise.all([
    call(getInformationOffer, {}, { context }),
    call(listSocialAccounts, {}, { context }),
  ]);
  if (offer?.state !== "OPEN" || !offer.options.includes("SOCIAL")) throw redirect("/webview/social-media", 303);
  return { asksConsent: until === null || items.length === 0 };
}

const forms = defineForms({ add: { call: addSocialAccount, done: offerPath } });
export const action = forms.action;

export default function SocialMediaSpecial({ loaderData: { asksConsent }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("specialLead")}>{t("title")}</Title>
      <Small>{t("never")}</Small>
      <SocialForm
        of={forms.form("add", actionData)}
        action={path}
        asksConsent={asksConsent}
        isFirst
        leave={
          <ButtonLink kind="quiet" to={offerPath}>
            {t("otherChoice")}
          </ButtonLink>
        }
      />
    </Stack>
  );
}
