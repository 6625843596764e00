import type { Route } from "./+types/content";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Heading, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { call } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import type { SentTo } from "#shared/contract.ts";
import {
  getContentProposal,
  getStaffContent,
  listFigures,
  proposeContent,
  proposeWithdrawal,
} from "../staff-contract.ts";
import { ContentForm } from "../parts/content-form.tsx";
import { ContentPreviews, HandWritten } from "../parts/content-preview.tsx";
import { editorForms, toProposal } from "../parts/editing.ts";
import { contentEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.contentsTitle, uploads: [proposeContent] };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const version = query.get("version");
  const place = { collection: params.collection, key: params.key } as Pick<
    SentTo<typeof getStaffContent>,
    "collection" | "key"
  >;
  const proposalId = query.get("proposal");
  const [found, figures, earlier] = await Promise.all([
    call(getStaffContent, { ...place, ...(version ? { version } : {}) }, { context }),
    call(listFigures, {}, { context }),
    proposalId ? call(getContentProposal, { proposalId }, { context }) : null,
  ]);
  return { found, figures: figures.items, earlier, isOld: version !== null && found.version !== found.newestVersion };
}

const forms = defineForms({
  ...editorForms(),
  withdraw: { call: proposeWithdrawal, done: toProposal },
});
export const action = forms.action;

export default function Content({ loaderData: { found, figures, earlier, isOld }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { collection, key } = found;
  const preview = actionData?.form === "preview" ? actionData.reply : undefined;
  const withdrawal = forms.form("withdraw", actionData);
  return (
    <>
      <InlineRow spread>
        <Title>{t("editTitle", { collection: t(collection), key })}</Title>
        <Badge kind={found.state === "LIVE" ? "ok" : "plain"}>{t(found.state)}</Badge>
      </InlineRow>
      <InlineRow>
        <a href={`/staff/contents?collection=${collection}`}>{t(collection)}</a>
        <a href={`/staff/contents/${collection}/${key}/versions`}>{t("allVersions")}</a>
        {collection === "static-text" && <a href={`/webview/static-text/${key}`}>{t("publicPage")}</a>}
      </InlineRow>
      {found.proposalId && (
        <Notice kind="attention" title={t("proposalOpenTitle")}>
          <a href={`/staff/contents/proposals/${found.proposalId}`}>{t("seeProposal")}</a>
        </Notice>
      )}
      {isOld && <Notice>{t("fromVersion", { version: found.version })}</Notice>}
      {earlier && <Notice>{t("fromProposal")}</Notice>}
      {preview && (
        <section className="section">
          <Heading>{t("previewHeading")}</Heading>
          <HandWritten warnings={preview.warnings} />
          <ContentPreviews previews={preview.previews} />
        </section>
      )}
      <ContentForm
        collection={collection}
        contentKey={key}
        draft={earlier ?? found}
        baseVersion={found.newestVersion}
        figures={figures}
        of={forms.form(["propose", "preview"], actionData)}
      />
      {found.state !== "WITHDRAWN" && (
        <Disclosure summary={t("withdraw")} open={withdrawal.answer !== undefined}>
          <WithdrawalForm of={withdrawal} />
        </Disclosure>
      )}
    </>
  );
}

function WithdrawalForm({ of }: { of: BoundForm }) {
  const t = useTexts(texts);
  return (
    <ActionForm of={of} id="withdraw">
      <p>{t("withdrawLead")}</p>
      <TextArea name="note" label={t("withdrawReason")} rows={2} />
      <ActionBar>
        <Button kind="danger">{t("proposeWithdrawal")}</Button>
      </ActionBar>
    </ActionForm>
  );
}
