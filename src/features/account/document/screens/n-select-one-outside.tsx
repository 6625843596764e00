import { data } from "react-router";
import type { Route } from "./+types/n-select-one-outside";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { getOfferByLink, documentKindTexts, type OfferByLink } from "../contract.ts";
import { OfferLinkOver } from "../parts/offer-link-over.tsx";
import { offerTexts as texts } from "../parts/offer-texts.ts";
import { uploadByLink } from "../offer-contract.ts";

const path = "/webview/n-select-one-outside";
export const handle: ScreenHandle = { title: texts.outsideTitle, noIndex: true, uploads: [uploadByLink] };

/** An expired link shows a text instead of an error page. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ offer: await call(getOfferByLink, {}, { context }) });
  } catch (problem) {
    if (problem instanceof Problem && ["LINK_INVALID", "OFFER_UNKNOWN"].includes(problem.code))
      return data({ offer: null }, { status: problem.init.status });
    throw problem;
  }
}

// The page itself says when the offer has ended.
const forms = defineForms({
  upload: {
    call: uploadByLink,
    done: path,
    refused: ({ failure }) => (/^(OFFER|LINK)_/.test(failure.status.code) ? path : null),
  },
});
export const action = forms.action;

export default function NSelectOneOutside({ loaderData: { offer }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (offer?.state === "OPEN") return <Upload offer={offer} outcome={actionData} />;
  if (offer?.state === "GIVEN")
    return (
      <EmptyState level={1} art="check" title={t("GIVENTitle")}>
        {t("GIVEN")}
      </EmptyState>
    );
  return <OfferLinkOver />;
}

function Upload({ offer: { uploads, social, dueAt }, outcome }: { offer: OfferByLink; outcome: object | undefined }) {
  const t = useTexts(texts);
  const name = useTexts(documentKindTexts);
  const until = formatInstant(new Date(dueAt), useLanguage(), "WIB", "short");
  return (
    <Stack gap="loose">
      <Title lead={t("outsideLead")}>{t("outsideTitle")}</Title>
      <Small>
        {t("until", { until })} {t("harmless")}
      </Small>
      {uploads.length > 0 && (
        <ActionForm of={forms.form("upload", outcome)} id="upload" action={path} upload>
          <Select name="kind" label={t("kind")} options={uploads.map((kind) => ({ value: kind, label: name(kind) }))} />
          <FileField
            name="photo"
            label={t("photo")}
            hint={t("photoHint")}
            accept="image/jpeg,image/png,image/webp,application/pdf"
            required
          />
          <Button track="information_upload">{t("upload")}</Button>
        </ActionForm>
      )}
      {social && (
        <LinkList items={[{ to: "/webview/social-media-outside", icon: "share", label: t("socialInstead") }]} />
      )}
      <ButtonLink kind="quiet" to="/webview/n-select-one">
        {t("loginInstead")}
      </ButtonLink>
    </Stack>
  );
}
