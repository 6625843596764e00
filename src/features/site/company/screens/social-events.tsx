import type { Route } from "./+types/social-events";
import { DatedList } from "#features/site/blog/parts/dated-list.tsx";
import { readDated } from "#features/site/blog/parts/read-entry.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Title } from "#web/ui/text/text.tsx";
import { pageTexts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: pageTexts.eventsTitle,
  description: pageTexts.eventsDescription,
  kind: "reading",
  freshBy: ["cursor"],
  keptKeys: ["cursor"],
  measure: "wide",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  return readDated("social-events", request, context);
}

export default function SocialEvents({ loaderData }: Route.ComponentProps) {
  const t = useTexts(pageTexts);
  return (
    <>
      <Title lead={t("eventsLead")}>{t("eventsTitle")}</Title>
      <DatedList area="/social-events" {...loaderData} />
    </>
  );
}
