import type { Route } from "./+types/full-video";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Guide } from "#web/ui/guide/guide.tsx";
import { guidePartsOf } from "#web/ui/guide/parts-of.ts";
import type { SceneName } from "#web/ui/scene/scene.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { readHelp } from "../parts/read-help.ts";
import { Story } from "../parts/story.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.videoTitle, kind: "reading", back: "/webview/help-center" };

export const loader = ({ context }: Route.LoaderArgs) => readHelp("full-video", context);

const pictures: readonly SceneName[] = ["amount", "identity", "review", "sign", "payout", "repay", "settled"];

/** The spec's full-screen video is a story of pictures and words (docs/decisions/120). */
export default function FullVideo({ loaderData: { content } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack>
      <Title>{content.title}</Title>
      <Story html={content.body} pictures={pictures} path="/webview/full-video" />
      <Section heading={t("transcript")}>
        <Guide html={content.body} pictures={pictures} steps={guidePartsOf(content.body).parts.length} />
      </Section>
      <ButtonLink to="/webview/how-to-loan-new" track="story-how">
        {t("inShort")}
      </ButtonLink>
    </Stack>
  );
}
