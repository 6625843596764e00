import { data } from "react-router";
import type { Route } from "./+types/gallery";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Gallery as Kit } from "#web/ui/gallery.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.gallery, noIndex: true };

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(pageFrame).sandbox) throw data(null, { status: 404 });
  return null;
}

export default function Gallery() {
  const t = useTexts(texts);
  return (
    <Page>
      <Title lead={t("galleryLead")}>{t("gallery")}</Title>
      <Kit />
    </Page>
  );
}
