import type { Content } from "#features/platform/content/contract.ts";
import { useTexts } from "#web/language.tsx";
import { ButtonLink, type ButtonKind } from "#web/ui/button/button.tsx";
import { Guide, type GuideProps } from "#web/ui/guide/guide.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

/** A guide's link: the address and the text of its button; the first one is the screen's own action. */
export interface GuideWay {
  to: string;
  words: keyof typeof texts;
  track: string;
}

/** An article of the help collection as a guide with pictures, and what to do next. */
export function GuideScreen({
  content,
  ways,
  ...look
}: Omit<GuideProps, "html"> & { content: Content; ways: readonly GuideWay[] }) {
  const t = useTexts(texts);
  const kinds: readonly ButtonKind[] = ["primary", "secondary", "quiet"];
  return (
    <Stack gap="loose">
      <Title>{content.title}</Title>
      <Guide html={content.body} {...look} />
      <Stack gap="tight">
        {ways.map(({ to, words, track }, index) => (
          <ButtonLink key={to} kind={kinds[index] ?? "quiet"} to={to} track={track}>
            {t(words)}
          </ButtonLink>
        ))}
      </Stack>
    </Stack>
  );
}
