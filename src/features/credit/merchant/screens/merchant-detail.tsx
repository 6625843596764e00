import type { Route } from "./+types/merchant-detail";
import { redirect } from "react-router";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { ActionForm, FormRefusal, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import {
  addShopPhoto,
  getShop,
  listShops,
  removeShop,
  removeShopPhoto,
  submitShop,
  type ShopDetail,
} from "../contract.ts";
import { ShopPhotos } from "../parts/shop-photos.tsx";
import { shopKindTexts, salesPlatformTexts, shopStateTexts, texts } from "../texts.ts";

const list = "/webview/merchant-info";
const pathOf = (shopId: string) => `/webview/merchant-detail/${shopId}`;

export const handle: ScreenHandle = { title: texts.detailTitle, back: list, uploads: [addShopPhoto] };

/** Where the address names no shop, the newest one is meant. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { shopId }: { shopId?: string } = params;
  if (shopId !== undefined) return call(getShop, { shopId }, { context });
  const [newest] = (await call(listShops, {}, { context })).items;
  throw redirect(newest ? pathOf(newest.shopId) : list, 303);
}

const forms = defineForms({
  photo: { call: addShopPhoto, done: "?saved=1#photos", gone: list },
  unphoto: { call: removeShopPhoto, done: "?#photos", gone: "?" },
  submit: { call: submitShop, done: "?sent=1", gone: list },
  remove: { call: removeShop, done: `${list}?removed=1` },
});
export const action = forms.action;

export default function MerchantDetail({ loaderData: shop, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const path = pathOf(shop.shopId);
  return (
    <Stack gap="loose">
      <Title lead={t("detailLead")}>{shop.name}</Title>
      <Saved>{t("photoSaved")}</Saved>
      <Saved by="sent">{t("sent")}</Saved>
      {shop.state !== "DRAFT" && <FormRefusal of={forms.form(["submit", "photo"], actionData)} />}
      <Standing shop={shop} />
      <ShopPhotos shop={shop} action={path} form={(name) => forms.form(name, actionData)} />
      {shop.state === "DRAFT" ? (
        <ActionForm of={forms.form("submit", actionData)} id="submit" action={path}>
          <Small>{t("sendNote")}</Small>
          <ActionBar>
            <Button track="shop_submit">{t("send")}</Button>
          </ActionBar>
        </ActionForm>
      ) : (
        <ActionBar>
          <ButtonLink to={list}>{t("toShops")}</ButtonLink>
        </ActionBar>
      )}
      <ActionForm of={forms.form("remove", actionData)} id="remove" action={path}>
        <Button kind="quiet" track="shop_remove">
          {t("remove")}
        </Button>
      </ActionForm>
    </Stack>
  );
}

/** State and details of the shop. */
function Standing({ shop }: { shop: ShopDetail }) {
  const t = useTexts(texts);
  const kind = useTexts(shopKindTexts);
  const platform = useTexts(salesPlatformTexts);
  const state = useTexts(shopStateTexts);
  const { promisedUntil, isLate, reason, endsAt } = shop;
  return (
    <>
      {isLate && <Notice kind="attention">{t("isLate")}</Notice>}
      {reason && (
        <Notice kind="attention" title={state("REJECTED")}>
          {reason.text}
        </Notice>
      )}
      <DefinitionList
        items={[
          [t("state"), state(shop.state)],
          ...(promisedUntil && !isLate
            ? [[t("promised"), <InstantText key="until" at={promisedUntil} />] as const]
            : []),
          ...(endsAt
            ? [[t(shop.state === "VERIFIED" ? "counts" : "kept"), <InstantText key="ends" at={endsAt} />] as const]
            : []),
          [t("kind"), kind(shop.kind)],
          [t("platform"), platform(shop.platform)],
          ...(shop.link === "" ? [] : [[t("link"), shop.link] as const]),
          [t("months"), String(shop.months)],
          [t("turnover"), <Money key="turnover" rupiah={shop.monthlyTurnoverRupiah} />],
          [t("area"), shop.area],
          ...(shop.nib === "" ? [] : [[t("nib"), shop.nib] as const]),
        ]}
      />
    </>
  );
}
