import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { UnlessChosen } from "#web/ui/file-field/unless-chosen.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

/** The photo of the card. It may be replaced until the face is verified. */
export function CardStep({
  of,
  action,
  stored,
  next,
}: {
  of: BoundForm;
  action: string;
  stored: boolean;
  next: string;
}) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("cardLead")}>{t("cardTitle")}</Title>
      <ActionForm of={of} action={action} upload fill single>
        <FileField
          name="photo"
          label={t("cardField")}
          hint={t("cardHint")}
          art="id-card"
          native={{ kind: "CARD_PHOTO", next }}
          required
          current={stored ? [{ src: "/api/identity/card-photo", alt: t("cardStored") }] : []}
        />
        <HelpLink to={["linkPhotos"]} />
        <ActionBar>
          <Button kind={stored ? "secondary" : "primary"} track="identity_card_save">
            {t("saveCard")}
          </Button>
          {stored && (
            <UnlessChosen>
              <ButtonLink to={next}>{t("keepCard")}</ButtonLink>
            </UnlessChosen>
          )}
        </ActionBar>
      </ActionForm>
    </>
  );
}
