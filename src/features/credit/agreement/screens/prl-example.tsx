import type { Route } from "./+types/prl-example";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Row, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { documentKinds, getExampleDocument, type DocumentKindName } from "../contract.ts";
import { DocumentWords } from "../parts/document-words.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle<{ document: { title: string } }> = { title: texts.exampleTitle, kind: "reading", back: "/webview/help-center", head: ({ document }) => ({ title: document.title }) };

/** Made from the template of the real document, so that the two never differ. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const kind = documentKinds.find((one) => one === params.key);
  if (!kind) throw new Response(null, { status: 404 });
  return { kind, document: await call(getExampleDocument, { kind }, { context }) };
}

export default function ExampleDocument({ loaderData: { kind, document } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const others = documentKinds.filter((one: DocumentKindName) => one !== kind);
  return (
    <Stack gap="loose">
      <Stack gap="tight">
        <Row>
          <Badge kind="attention">{t("exampleMark")}</Badge>
        </Row>
        <Title>{document.title}</Title>
      </Stack>
      <Notice kind="attention" title={t("exampleNoticeTitle")}>
        {t("exampleNotice")}
      </Notice>
      <DocumentWords sections={document.sections} />
      <ButtonLink to="/webview/loan-product" track="example-count">
        {t("exampleApply")}
      </ButtonLink>
      <Section heading={t("exampleOthers")}>
        <LinkList items={others.map((one) => ({ to: `/webview/prl-example/${one}`, label: t(one) }))} />
      </Section>
    </Stack>
  );
}
