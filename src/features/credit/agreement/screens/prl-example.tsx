import type { Route } from "./+types/prl-example";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { loanDocumentKinds, type DocumentKindName } from "../contract.ts";
import { getExampleDocument } from "../document-contract.ts";
import { DocumentWords } from "../parts/document-words.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle<{ document: { title: string } }> = {
  title: texts.exampleTitle,
  kind: "reading",
  back: "/webview/help-center",
  head: ({ document }) => ({ title: document.title }),
};

/** Made from the template of the real document, so that the two never differ. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const kind = loanDocumentKinds.find((one) => one === params.key);
  if (!kind) throw new Response(null, { status: 404 });
  return { kind, document: await call(getExampleDocument, { kind }, { context }) };
}

export default function ExampleDocument({ loaderData: { kind, document } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const others = loanDocumentKinds.filter((one: DocumentKindName) => one !== kind);
  return (
    <Stack gap="loose">
      <Title>
        <FactualClaim verified={false}>{document.title}</FactualClaim>
      </Title>
      <Notice kind="attention" title={t("exampleNoticeTitle")}>
        {t("exampleNotice")}
      </Notice>
      <DocumentWords sections={document.sections} />
      <Prose>
        <h2>{t("exampleOthers")}</h2>
        <ul>
          {others.map((one) => (
            <li key={one}>
              <a href={`/webview/prl-example/${one}`}>{t(one)}</a>
            </li>
          ))}
        </ul>
        <p>
          <a href="/webview/loan-product" data-track="example-count">
            {t("exampleApply")}
          </a>
        </p>
      </Prose>
    </Stack>
  );
}
