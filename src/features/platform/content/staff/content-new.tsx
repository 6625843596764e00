import type { Route } from "./+types/content-new";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { collectionNames } from "../contract.ts";
import { listFigures, proposeContent } from "../staff-contract.ts";
import { ContentForm } from "../parts/content-form.tsx";
import { ContentPreviews, HandWritten } from "../parts/content-preview.tsx";
import { editorForms } from "../parts/editing.ts";
import { contentEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.newEntry, uploads: [proposeContent] };

/** The collection in the address; the questions by default. */
const collectionOf = ({ searchParams }: URL) =>
  collectionNames.find((name) => name === searchParams.get("collection")) ?? "faq";

export async function loader({ request, context }: Route.LoaderArgs) {
  const figures = (await call(listFigures, {}, { context })).items;
  return { collection: collectionOf(new URL(request.url)), figures };
}

const forms = defineForms(editorForms(({ url }) => ({ collection: collectionOf(url) })));
export const action = forms.action;

export default function ContentNew({ loaderData: { collection, figures }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const preview = actionData?.form === "preview" ? actionData.reply : undefined;
  return (
    <>
      <Title>{t("newTitle", { collection: t(collection) })}</Title>
      {preview && <ContentPreviews previews={preview.previews} />}
      {preview && <HandWritten warnings={preview.warnings} />}
      <ContentForm
        collection={collection}
        contentKey={null}
        draft={null}
        baseVersion={0}
        figures={figures}
        of={forms.form(["propose", "preview"], actionData)}
      />
    </>
  );
}
