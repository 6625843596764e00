import type { Route } from "./+types/privacy";
import { getStaticText } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { breadcrumbs } from "#web/structured-data.ts";
import { LegalText } from "../parts/legal-text.tsx";
import { pageTexts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.privacyTitle,
  description: pageTexts.privacyDescription,
  kind: "reading",
  measure: "wide",
  head: ({ text }, frame) => ({ structuredData: [breadcrumbs(frame, [{ name: text.title, path: "/privacy" }])] }),
};

export async function loader({ context }: Route.LoaderArgs) {
  const text = await call(getStaticText, { key: "privacy" }, { context });
  const original =
    context.get(pageFrame).language === "zh"
      ? await call(getStaticText, { key: "privacy", language: "id" }, { context })
      : null;
  return { text, original };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalText {...loaderData} />;
}
