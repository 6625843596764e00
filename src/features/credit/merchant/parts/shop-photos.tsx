/** Photos of a shop that is not submitted yet: viewed, removed, added one by one. */
import type { BoundForm } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Section } from "#web/ui/text/text.tsx";
import type { ShopDetail } from "../contract.ts";
import { texts } from "../texts.ts";

export function ShopPhotos({
  shop: { shopId, state, photos, maxPhotos },
  action,
  form,
}: {
  shop: ShopDetail;
  action: string;
  form(name: "photo" | "unphoto"): BoundForm;
}) {
  const t = useTexts(texts);
  const isOpen = state === "DRAFT";
  return (
    <Section heading={t("photos", { count: photos.length, max: maxPhotos })} id="photos">
      {photos.length > 0 && (
        <ul className="photos">
          {photos.map(({ evidenceId }, index) => (
            <li className="photos-one" key={evidenceId}>
              <img
                className="photos-picture"
                src={`/api/merchant/${shopId}/photo/${evidenceId}`}
                alt={t("photoNumber", { number: index + 1 })}
                width={144}
                height={144}
                loading="lazy"
              />
              {isOpen && (
                <ActionForm of={form("unphoto")} id={`d-${evidenceId}`} action={action} which={{ evidenceId }}>
                  <Button kind="quiet" compact track="shop_photo_delete">
                    {t("delete")} <span className="visually-hidden">{t("photoNumber", { number: index + 1 })}</span>
                  </Button>
                </ActionForm>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && photos.length < maxPhotos && (
        <ActionForm of={form("photo")} id="photo-form" action={action} upload single atOnce>
          <FileField name="photo" label={t("addPhoto")} hint={t("addPhotoHint")} tile required />
          <Button kind="secondary" track="shop_photo_upload">
            {t("upload")}
          </Button>
        </ActionForm>
      )}
    </Section>
  );
}
