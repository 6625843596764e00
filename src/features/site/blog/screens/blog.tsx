import type { Route } from "./+types/blog";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { DatedList } from "../parts/dated-list.tsx";
import { readDated } from "../parts/read-entry.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.blogTitle,
  description: texts.blogDescription,
  kind: "reading",
  freshBy: ["cursor"],
  keptKeys: ["cursor"],
  measure: "wide",
  feed: "/blog/rss.xml",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  return readDated("blog", request, context);
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <Title lead={t("blogLead")}>{t("blogHeading")}</Title>
      <DatedList area="/blog" {...loaderData} />
      <InlineRow>
        <a className="no-print" href={`/blog/rss.xml?lang=${language}`}>
          {t("follow")}
        </a>
      </InlineRow>
    </>
  );
}
