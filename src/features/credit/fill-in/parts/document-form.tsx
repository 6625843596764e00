import { documentKindTexts, type DocumentKind } from "#features/account/document/contract.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import type { FillView } from "../contract.ts";
import { texts } from "../texts.ts";
import { fillPath, acceptedKinds, stepPath } from "./steps.ts";

/** Photos of the kinds that the link asks for; uploaded ones are not shown. */
export function DocumentForm({ fill, kind, of }: { fill: FillView; kind: DocumentKind | undefined; of: BoundForm }) {
  const t = useTexts(texts);
  const name = useTexts(documentKindTexts);
  return (
    <Stack gap="loose">
      <Title lead={t("documentLead")}>{t("documentTitle")}</Title>
      <Saved>{t("uploaded")}</Saved>
      <ActionForm of={of} id="document" action={stepPath("DOCUMENT")} upload>
        <Select
          name="kind"
          label={t("kind")}
          defaultValue={kind ?? ""}
          options={acceptedKinds(fill).map((kind) => ({ value: kind, label: name(kind) }))}
        />
        <FileField
          name="photo"
          label={t("photo")}
          hint={t("photoHint")}
          accept="image/jpeg,image/png,image/webp,application/pdf"
          required
        />
        <ButtonLink kind="quiet" to={fillPath}>
          {t("back")}
        </ButtonLink>
        <ActionBar>
          <Button track="fill_document">{t("upload")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
