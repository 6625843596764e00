import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { type DocumentKind, type DocumentPhoto, documentKindTexts } from "../contract.ts";
import { texts } from "../texts.ts";

/** The photos that are kept, each with a way to delete it; a tap opens it whole. */
export function PhotoGrid({
  kind,
  photos,
  max,
  action,
  remove,
}: {
  kind: DocumentKind;
  photos: readonly DocumentPhoto[];
  max: number;
  action: string;
  remove: BoundForm;
}) {
  const t = useTexts(texts);
  const name = useTexts(documentKindTexts);
  return (
    <Section heading={t("photos", { count: photos.length, max })}>
      <ul className="photos">
        {photos.map(({ id }, index) => (
          <li className="photos-one" key={id}>
            <a className="photos-link" href={`/api/document/${id}`}>
              <img
                className="photos-picture"
                src={`/api/document/${id}?size=PREVIEW`}
                alt={t("photoNumber", { kind: name(kind), number: index + 1 })}
                width={144}
                height={144}
                loading="lazy"
              />
            </a>
            <ActionForm of={remove} id={`d-${id}`} action={action} which={{ documentId: id }}>
              <Button kind="quiet" compact track="document_delete">
                {t("delete")} <span className="visually-hidden">{t("deleteNumber", { number: index + 1 })}</span>
              </Button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </Section>
  );
}
