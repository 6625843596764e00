import { data } from "react-router";
import type { Route } from "./+types/img-page";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Scene } from "#web/ui/scene/scene.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

/** The pictures that can be shown, by key, and the page of each. An address never names a picture file: it could be another person's. */
const pictures = {
  "account-app": "/webview/bank-card-example",
  passbook: "/webview/bank-card-example",
  "bank-card": "/webview/bank-card-example",
  "wallet-request": "/webview/e-wallet-explain",
  rates: "/webview/loan-product",
} as const;
type Picture = keyof typeof pictures;

export const handle: ScreenHandle = {
  title: texts.imageTitle,
  kind: "reading",
  cachedBy: ["key"],
  back: "/webview/help-center",
};

export function loader({ request }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const picture = Object.hasOwn(pictures, key) ? (key as Picture) : null;
  return data({ picture }, { status: picture ? 200 : 404 });
}

/** One picture as large as the screen allows, with its words. */
export default function ImagePage({ loaderData: { picture } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!picture) {
    return (
      <EmptyState
        level={1}
        art="search"
        title={t("imageUnknown")}
        action={<ButtonLink to="/webview/help-center">{t("toHelp")}</ButtonLink>}
      >
        {t("imageUnknownBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title>{t(`${picture}Title`)}</Title>
      <figure className="image-page">
        {picture === "rates" ? (
          <img
            src={`/api/rates/picture?language=${language === "id" ? "id" : "en"}`}
            width={720}
            height={420}
            alt={t(picture)}
          />
        ) : (
          <Scene name={picture} label={t(picture)} />
        )}
        <figcaption aria-hidden="true">{t(picture)}</figcaption>
      </figure>
      <ButtonLink kind="secondary" to={pictures[picture]}>
        {t("imageBack")}
      </ButtonLink>
    </Stack>
  );
}
