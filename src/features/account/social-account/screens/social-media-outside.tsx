import { data } from "react-router";
import type { Route } from "./+types/social-media-outside";
import { getOfferByLink } from "#features/account/document/contract.ts";
import { OfferLinkOver } from "#features/account/document/parts/offer-link-over.tsx";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { addSocialAccountByLink } from "../contract.ts";
import { SocialForm } from "../parts/social-form.tsx";
import { socialTexts as texts } from "../parts/social-texts.ts";

const path = "/webview/social-media-outside";
export const handle: ScreenHandle = { title: texts.title, noIndex: true };

/** Opened from the link of an offer: shows none of the entered names. An expired link shows a text instead of an error page. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { state, social } = await call(getOfferByLink, {}, { context });
    return data({ state: social ? state : null });
  } catch (problem) {
    if (problem instanceof Problem && ["LINK_INVALID", "OFFER_UNKNOWN"].includes(problem.code))
      return data({ state: null }, { status: problem.init.status });
    throw problem;
  }
}

const forms = defineForms({
  add: {
    call: addSocialAccountByLink,
    done: path,
    refused: ({ failure }) => (/^(OFFER|LINK)_/.test(failure.status.code) ? path : null),
  },
});
export const action = forms.action;

export default function SocialMediaOutside({ loaderData: { state }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (state === "GIVEN")
    return (
      <EmptyState level={1} art="check" title={t("thanksTitle")}>
        {t("thanks")}
      </EmptyState>
    );
  if (state !== "OPEN") return <OfferLinkOver />;
  return (
    <Stack gap="loose">
      <Title lead={t("specialLead")}>{t("title")}</Title>
      <Small>{t("never")}</Small>
      <SocialForm of={forms.form("add", actionData)} action={path} asksConsent isFirst />
      <p>
        <a href="/webview/n-select-one-outside">{t("otherChoice")}</a>
      </p>
    </Stack>
  );
}
