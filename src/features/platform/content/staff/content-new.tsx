import { data, redirect } from "react-router";
import type { Route } from "./+types/content-new";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { collectionNames } from "../contract.ts";
import { listFigures, proposeContent } from "../staff-contract.ts";
import { ContentForm } from "../parts/content-form.tsx";
import { ContentPreviews, HandWritten } from "../parts/content-preview.tsx";
import { editContent } from "../parts/editing.ts";
import { editorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.newEntry, uploads: [proposeContent] };

/** The collection that the address names; the questions where it names none. */
const collectionOf = (request: Request) =>
  collectionNames.find((name) => name === new URL(request.url).searchParams.get("collection")) ?? "faq";

export async function loader({ request, context }: Route.LoaderArgs) {
  return { collection: collectionOf(request), figures: (await call(listFigures, {}, { context })).items };
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await editContent(await request.formData(), context, { collection: collectionOf(request) });
  if (typeof answer === "string") throw redirect(`/staff/contents/proposals/${answer}`, 303);
  return data(answer, { status: answer.status });
}

export default function ContentNew({ loaderData: { collection, figures }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title>{t("newTitle", { collection: t(collection) })}</Title>
      {actionData?.preview && <ContentPreviews previews={actionData.preview.previews} />}
      {actionData?.preview && <HandWritten warnings={actionData.preview.warnings} />}
      <ContentForm
        collection={collection}
        contentKey={null}
        draft={null}
        baseVersion={0}
        figures={figures}
        {...(actionData
          ? { values: actionData.values, ...(actionData.failure ? { failure: actionData.failure } : {}) }
          : {})}
      />
    </>
  );
}
