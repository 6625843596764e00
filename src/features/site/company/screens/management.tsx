import type { Route } from "./+types/management";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CompanyText, headOfSection } from "../parts/company-text.tsx";
import { pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.managementTitle,
  description: pageTexts.managementDescription,
  kind: "reading",
  measure: "wide",
  head: ({ text }, frame) => headOfSection(text, frame),
};

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await call(getContent, { collection: "company", key: "management" }, { context }) };
}

export default function Management({ loaderData: { text } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <CompanyText text={text}>
      <p className="no-print">
        <ButtonLink to="/executive-team" kind="secondary" compact>
          {t("meetTeam")}
        </ButtonLink>
      </p>
    </CompanyText>
  );
}
