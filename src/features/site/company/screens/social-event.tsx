import type { Route } from "./+types/social-event";
import { DatedEntry } from "#features/site/blog/parts/dated-entry.tsx";
import { headOfEntry } from "#features/site/blog/parts/entry-head.ts";
import { readBlogEntry } from "#features/site/blog/parts/read-entry.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { say } from "#shared/texts.ts";
import { pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.eventsTitle,
  kind: "reading",
  measure: "wide",
  event: "social-event",
  head: ({ entry }, frame) =>
    headOfEntry(entry, frame, { path: "/social-events", name: say(pageTexts.eventsTitle, frame.language) }),
};

export async function loader({ params, context }: Route.LoaderArgs) {
  return readBlogEntry("social-events", params.key, context);
}

export default function SocialEvent({ loaderData: { entry, related } }: Route.ComponentProps) {
  const t = useTexts(texts);
  // An event page makes no offer: it links to public pages, and to no loan.
  const leadsOn = (
    <Card heading={t("learnMoreTitle")}>
      <p>{t("learnMoreBody")}</p>
      <ButtonLink to="/blog" kind="secondary">
        {t("readArticles")}
      </ButtonLink>
    </Card>
  );
  return <DatedEntry area="/social-events" entry={entry} related={related} back={t("allEvents")} leadsOn={leadsOn} />;
}
