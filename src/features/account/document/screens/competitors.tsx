import type { Route } from "./+types/competitors";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Checkbox } from "#web/ui/choices/choices.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { UnlessChosen } from "#web/ui/file-field/unless-chosen.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { AmountField, TextField } from "#web/ui/text-field/text-field.tsx";
import { dateInWib } from "#shared/dates.ts";
import {
  addCompetitor,
  deleteCompetitorPhoto,
  listCompetitors,
  removeCompetitor,
  uploadCompetitorPhoto,
  type Competitors,
} from "../competitor-contract.ts";
import { competitorTexts as texts } from "../parts/competitor-texts.ts";

const path = "/webview/additional-info/competitors";

export const handle: ScreenHandle = {
  title: texts.title,
  back: "/webview/additional-info",
  uploads: [uploadCompetitorPhoto],
};

export const loader = ({ context }: Route.LoaderArgs) => call(listCompetitors, {}, { context });

const forms = defineForms({
  add: { call: addCompetitor, done: `${path}?saved=1` },
  remove: { call: removeCompetitor, done: path },
  photo: { call: uploadCompetitorPhoto, done: `${path}?saved=1#photos` },
  unphoto: { call: deleteCompetitorPhoto, done: `${path}#photos` },
});
export const action = forms.action;

export default function CompetitorsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { items, max, until } = loaderData;
  const isFirst = items.length === 0 && loaderData.photos.length === 0;
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved>{t("saved")}</Saved>
      <FormRefusal of={forms.form(["remove", "unphoto"], actionData)} />
      {items.length > 0 && (
        <Section heading={t("told", { count: items.length, max })}>
          {items.map(({ id, lender, limitRupiah }) => (
            <Card key={id}>
              <InlineRow spread>
                <span>
                  <strong>{lender}</strong>
                  <br />
                  <Small>
                    {t("limit")}: <Money rupiah={limitRupiah} />
                  </Small>
                </span>
                <ActionForm
                  of={forms.form("remove", actionData)}
                  id={`r-${id}`}
                  action={path}
                  which={{ competitorId: id }}
                >
                  <Button kind="quiet" compact track="competitor_remove">
                    {t("remove")} <span className="visually-hidden">{lender}</span>
                  </Button>
                </ActionForm>
              </InlineRow>
            </Card>
          ))}
        </Section>
      )}
      {items.length < max ? (
        <AddForm data={loaderData} outcome={actionData} isFirst={isFirst} />
      ) : (
        <Small>{t("full", { max })}</Small>
      )}
      {!isFirst && <Photos data={loaderData} outcome={actionData} />}
      {until && (
        <Small>
          {t("until")} <DateText date={dateInWib(new Date(until))} style="short" />.{" "}
          <a href="/webview/privacy/consents">{t("withdraw")}</a>
        </Small>
      )}
      {!isFirst && (
        <UnlessChosen>
          <ActionBar>
            <ButtonLink to="/webview/additional-info">{t("done")}</ButtonLink>
          </ActionBar>
        </UnlessChosen>
      )}
    </Stack>
  );
}

interface AddFormProps {
  data: Competitors;
  outcome: object | undefined;
  /** No entry yet: entering one is the purpose of the page. */
  isFirst: boolean;
}

function AddForm({ data: { lenders, until }, outcome, isFirst }: AddFormProps) {
  const t = useTexts(texts);
  const areSamples = useFrame().brand.otherLenders?.verified === false;
  return (
    <ActionForm of={forms.form("add", outcome)} id="add" action={path}>
      {lenders.length > 0 && (
        <Select
          name="lenderKey"
          label={t("lenderKey")}
          conditional
          {...(areSamples ? { hint: t("lenderSamples") } : {})}
          options={lenders.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
      <TextField
        name="lenderName"
        label={t(lenders.length > 0 ? "lenderName" : "lenderKey")}
        hint={t("lenderNameHint")}
        conditional
        autoComplete="off"
      />
      <AmountField name="limitRupiah" label={t("limitRupiah")} hint={t("limitHint")} />
      {until === null && (
        <>
          <Card>
            <DefinitionList
              items={[
                [t("whatFor"), t("whatForBody")],
                [t("receivers"), t("receiversBody")],
                [t("howLong"), t("howLongBody")],
              ]}
            />
          </Card>
          <Checkbox name="consent" required>
            {t("consent")}
          </Checkbox>
        </>
      )}
      {isFirst ? (
        <ActionBar>
          <Button track="competitor_add">{t("add")}</Button>
          <ButtonLink kind="quiet" to="/webview/additional-info">
            {t("skip")}
          </ButtonLink>
        </ActionBar>
      ) : (
        <Button kind="secondary" track="competitor_add">
          {t("add")}
        </Button>
      )}
    </ActionForm>
  );
}

function Photos({ data: { photos, maxPhotos }, outcome }: { data: Competitors; outcome: object | undefined }) {
  const t = useTexts(texts);
  return (
    <div id="photos">
      <Section heading={t("photos", { count: photos.length, max: maxPhotos })}>
        <Disclosure summary={t("cropTitle")} open={photos.length === 0}>
          <ol>
            <li>{t("crop1")}</li>
            <li>{t("crop2")}</li>
            <li>{t("crop3")}</li>
          </ol>
        </Disclosure>
        {photos.length > 0 && (
          <ul className="photos">
            {photos.map(({ id }, index) => (
              <li className="photos-one" key={id}>
                <a className="photos-link" href={`/api/competitors/photo/${id}`}>
                  <img
                    className="photos-picture"
                    src={`/api/competitors/photo/${id}?size=PREVIEW`}
                    alt={t("photoNumber", { number: index + 1 })}
                    width={144}
                    height={144}
                    loading="lazy"
                  />
                </a>
                <ActionForm of={forms.form("unphoto", outcome)} id={`d-${id}`} action={path} which={{ photoId: id }}>
                  <Button kind="quiet" compact track="competitor_photo_delete">
                    {t("delete")} <span className="visually-hidden">{t("photoNumber", { number: index + 1 })}</span>
                  </Button>
                </ActionForm>
              </li>
            ))}
          </ul>
        )}
        {photos.length < maxPhotos ? (
          <ActionForm of={forms.form("photo", outcome)} id="photo-form" action={path} upload single atOnce>
            <FileField name="photo" label={t("addPhoto")} hint={t("addPhotoHint")} tile required />
            <Button kind="secondary" track="competitor_photo_upload">
              {t("upload")}
            </Button>
          </ActionForm>
        ) : (
          <Small>{t("photosFull", { max: maxPhotos })}</Small>
        )}
      </Section>
    </div>
  );
}
