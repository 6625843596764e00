import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import type { FormAnswer } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { uploadCardPhoto } from "../contract.ts";
import { texts } from "../texts.ts";

/** The photo of the card. Another one may replace it as long as the face is not verified. */
export function CardStep({
  action,
  stored,
  next,
  answer,
}: {
  action: string;
  stored: boolean;
  next: string;
  answer?: FormAnswer | undefined;
}) {
  const t = useTexts(texts);
  return (
    <>
      <Title lead={t("cardLead")}>{t("cardTitle")}</Title>
      <Form call={uploadCardPhoto} action={action} upload failure={answer?.failure} fill single>
        <input type="hidden" name="step" value="card" />
        <FileField
          name="photo"
          label={t("cardField")}
          hint={t("cardHint")}
          art="id-card"
          required
          current={stored ? [{ src: "/api/identity/card-photo", alt: t("cardStored") }] : []}
        />
        <HelpLink to={["linkPhotos"]} />
        <ActionBar>
          <Button kind={stored ? "secondary" : "primary"} track="identity_card_save">
            {t("saveCard")}
          </Button>
          {stored && <ButtonLink to={next}>{t("keepCard")}</ButtonLink>}
        </ActionBar>
      </Form>
    </>
  );
}
