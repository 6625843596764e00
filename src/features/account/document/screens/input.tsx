import type { Route } from "./+types/input";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { getDocumentsOfKind, pathOfKind, saveDocumentNote } from "../contract.ts";
import { offeredInformationTexts } from "../parts/input-texts.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: offeredInformationTexts.title, back: "/webview/additional-info" };

const path = "/webview/additional-info/input";
const kind = "OTHER_TEXT";

export async function loader({ context }: Route.LoaderArgs) {
  const { note } = await call(getDocumentsOfKind, { kind }, { context });
  return { note };
}

const forms = defineForms({ note: { call: saveDocumentNote, input: () => ({ kind }), done: `${path}?saved=1` } });
export const action = forms.action;

/** The words of a borrower alone, without photos: the note of the kind OTHER_TEXT. // Spec account 8 */
export default function Input({ loaderData: { note }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const i = useTexts(offeredInformationTexts);
  return (
    <Stack gap="loose">
      <Title lead={i("lead")}>{i("title")}</Title>
      <Saved>{t("saved")}</Saved>
      <ActionForm of={forms.form("note", actionData)} id="note" action={path} values={{ note }}>
        <TextArea name="note" label={t("noteLabel")} hint={t("noteHint")} rows={8} keep />
        <Small>{i("secret")}</Small>
        <ActionBar>
          <Button track="other_text_save">{t("saveNote")}</Button>
          <ButtonLink kind="quiet" to={`/webview/additional-info/upload/${pathOfKind(kind)}`}>
            {i("photos")}
          </ButtonLink>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
