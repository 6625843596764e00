import type { Route } from "./+types/merchant-info";
import { getProfile } from "#features/account/profile/contract.ts";
import { areaAsked } from "#features/account/profile/parts/area-choice.ts";
import { AreaForm } from "#features/account/profile/parts/area-form.tsx";
import type { AreaChoice } from "#features/account/profile/parts/profile-values.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { AmountField, TextField } from "#web/ui/text-field/text-field.tsx";
import { addShop, listShops, shopKinds, shopPlatforms, type Shop } from "../contract.ts";
import { shopKindTexts, salesPlatformTexts, shopStateTexts, texts } from "../texts.ts";

const path = "/webview/merchant-info";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/account" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [shops, profile] = await Promise.all([call(listShops, {}, { context }), call(getProfile, {}, { context })]);
  // A shop is mostly near its owner's home; another place is chosen.
  const area = shops.items.length < shops.max ? await areaAsked(query, profile.home?.villageCode, context) : null;
  return { shops, area };
}

const forms = defineForms({
  add: { call: addShop, done: ({ shopId }) => `/webview/merchant-detail/${shopId}` },
});
export const action = forms.action;

export default function MerchantInfo({ loaderData: { shops, area }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { items, max } = shops;
  if (area && (area.isChanging || (!area.village && items.length === 0)) && !actionData)
    return <AreaForm path={path} area={area} lead={t("lead")} title={t("area")} />;
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <Saved by="removed">{t("removed")}</Saved>
      {items.length > 0 && <ShopList shops={items} max={max} />}
      {area ? (
        <AddForm area={area} outcome={actionData} />
      ) : (
        <>
          <FormRefusal of={forms.form("add", actionData)} />
          <Small>{t("full", { max })}</Small>
        </>
      )}
      <LinkList
        items={[{ to: "/webview/shopee-center", icon: "plus", label: t("toCenter"), detail: t("toCenterDetail") }]}
      />
      {area && (
        <ActionBar>
          <Button form="add" track="shop_add">
            {t("next")}
          </Button>
        </ActionBar>
      )}
    </Stack>
  );
}

const badges = {
  DRAFT: "attention",
  SUBMITTED: "info",
  VERIFIED: "ok",
  REJECTED: "bad",
  EXPIRED: "plain",
} as const;

function ShopList({ shops, max }: { shops: readonly Shop[]; max: number }) {
  const t = useTexts(texts);
  const kind = useTexts(shopKindTexts);
  const state = useTexts(shopStateTexts);
  return (
    <Section heading={t("count", { count: shops.length, max })}>
      <LinkList
        items={shops.map((shop) => ({
          to: `/webview/merchant-detail/${shop.shopId}`,
          label: shop.name,
          detail: kind(shop.kind),
          aside: <Badge kind={badges[shop.state]}>{state(shop.state)}</Badge>,
        }))}
      />
    </Section>
  );
}

function AddForm({ area, outcome }: { area: AreaChoice; outcome: object | undefined }) {
  const t = useTexts(texts);
  const kind = useTexts(shopKindTexts);
  const platform = useTexts(salesPlatformTexts);
  const names = [area.village, area.district.chosen, area.regency.chosen, area.province.chosen].flatMap((one) =>
    one ? [one.name] : [],
  );
  return (
    <Section heading={t("addHeading")}>
      <ActionForm
        of={forms.form("add", outcome)}
        id="add"
        action={path}
        hidden={{ villageCode: area.village?.code ?? "" }}
      >
        <DefinitionList items={[[t("area"), names.join(", ")]]} />
        <Small>
          <a href={`${path}?area=change`}>{t("changeArea")}</a>
        </Small>
        <TextField name="name" label={t("name")} autoComplete="off" />
        <Select name="kind" label={t("kind")} options={shopKinds.map((value) => ({ value, label: kind(value) }))} />
        <Select
          name="platform"
          label={t("platform")}
          options={shopPlatforms.map((value) => ({ value, label: platform(value) }))}
        />
        <TextField name="link" label={t("link")} hint={t("linkHint")} autoComplete="off" conditional />
        <TextField name="months" label={t("months")} inputMode="numeric" />
        <AmountField name="monthlyTurnoverRupiah" label={t("turnover")} hint={t("turnoverHint")} />
        <TextField name="nib" label={t("nib")} hint={t("nibHint")} inputMode="numeric" />
      </ActionForm>
    </Section>
  );
}
