import type { Route } from "./+types/privacy";
import { getStaticText } from "#features/platform/content/contract.ts";
import { switchMeasuring } from "#features/account/privacy/contract.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { breadcrumbs } from "#web/structured-data.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { LegalText } from "../parts/legal-text.tsx";
import { pageTexts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.privacyTitle,
  description: pageTexts.privacyDescription,
  kind: "reading",
  measure: "wide",
  cachedBy: ["measuring"],
  head: ({ text }, frame) => ({ structuredData: [breadcrumbs(frame, [{ name: text.title, path: "/privacy" }])] }),
};

const path = "/privacy";
const forms = defineForms({
  measure: { call: switchMeasuring, done: ({ measuring }) => `${path}?measuring=${measuring.toLowerCase()}` },
});
export const action = forms.action;

export async function loader({ context, request }: Route.LoaderArgs) {
  const text = await call(getStaticText, { key: "privacy" }, { context });
  const original =
    context.get(pageFrame).language === "zh"
      ? await call(getStaticText, { key: "privacy", language: "id" }, { context })
      : null;
  return { text, original, measuring: new URL(request.url).searchParams.get("measuring") };
}

export default function Privacy({ loaderData: { measuring, ...texts } }: Route.ComponentProps) {
  const t = useTexts(pageTexts);
  return (
    <>
      {measuring === "off" && <Notice kind="ok" live title={t("measuringOff")} />}
      {measuring === "on" && <Notice kind="ok" live title={t("measuringOn")} />}
      <LegalText {...texts} />
      <Section heading={t("measuring")}>
        <p>{t("measuringBody")}</p>
        <ActionForm id="measuring" of={forms.form("measure", undefined)} action={path}>
          <InlineRow>
            <Button kind="secondary" name="measuring" value="OFF">
              {t("measuringStop")}
            </Button>
            <Button kind="quiet" name="measuring" value="ON">
              {t("measuringAgain")}
            </Button>
          </InlineRow>
        </ActionForm>
      </Section>
    </>
  );
}
