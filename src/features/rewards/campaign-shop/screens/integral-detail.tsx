import { unbroken } from "#web/ui/text/unbroken.ts";
import { data } from "react-router";
import type { Route } from "./+types/integral-detail";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { groupThousands } from "#shared/money.ts";
import { getCampaign, type Award, type Campaign } from "#features/rewards/campaign/contract.ts";
import { ActButton, ActResult, answerPath } from "#features/rewards/campaign/parts/act.tsx";
import { prizeFigure } from "#features/rewards/campaign/parts/art-figure.ts";
import { toneOf } from "#features/rewards/campaign/parts/tone.ts";
import { isGiven, WonPart } from "#features/rewards/campaign/parts/won-part.tsx";
import { claimPrize } from "#features/rewards/campaign/parts/joining.ts";
import { listCampaignRecords } from "#features/rewards/campaign/parts/records.ts";
import { getPoints, type ShopItemAnswer } from "#features/rewards/points/contract.ts";
import { BackToPoints } from "#features/rewards/points/parts/back-to-points.tsx";
import { ShopBadge } from "#features/rewards/points/parts/shop-badge.tsx";
import { ShopItemArt } from "#features/rewards/points/parts/shop-item-art.tsx";
import { ShopItemFacts } from "#features/rewards/points/parts/shop-item-facts.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.detailTitle,
  back: "/webview/integral",
  keptKeys: ["item", "award", "step"],
};

/** The page says when an item is gone; without a name in its address it shows the shop's first item. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const key = query.get("item");
  const { items, balance } = await call(getPoints, {}, { context });
  const item = (key === null ? items[0] : items.find(({ itemKey }) => itemKey === key)) ?? null;
  if (!item) return data({ item, balance, shop: null, vouchers: [] }, { status: key === null ? 200 : 404 });
  const award = query.get("award");
  const [shop, vouchers] = await Promise.all([
    call(getCampaign, { activityId: item.activityId, ...(award ? { award } : {}) }, { context }),
    vouchersOf(item, context),
  ]);
  return data({ item, balance, shop, vouchers });
}

/** Earlier exchanges of this item with a code: each links to its code. */
async function vouchersOf({ activityId, prizeKey, itemKey }: ShopItemAnswer, context: Route.LoaderArgs["context"]) {
  const { awards } = await call(listCampaignRecords, { activityId }, { context });
  return awards
    .filter((award) => award.prizeKey === prizeKey && award.prize.kind === "VOUCHER" && award.state === "GIVEN")
    .map(({ awardId, wonAt }) => ({ wonAt, to: addressOf(itemKey, { award: awardId }) }));
}

const addressOf = (itemKey: string, more: Readonly<Record<string, string>> = {}): string =>
  `/webview/integral-detail?${new URLSearchParams({ item: itemKey, ...more })}`;

/** Stays at the item, with the result. */
const forms = defineForms({
  exchange: {
    call: claimPrize,
    done: ({ awardId }, { url }) =>
      answerPath(url.pathname, "claim", { item: url.searchParams.get("item") ?? "", award: awardId }),
  },
});
export const action = forms.action;

/** Whether the points, the stock and the month allow the exchange. */
const mayExchange = ({ points, stockLeft, leftThisMonth }: ShopItemAnswer, balance: number): boolean =>
  points <= balance && stockLeft !== 0 && leftThisMonth !== 0;

export default function IntegralDetail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { item, balance, shop, vouchers } = loaderData;
  const { pathWithQuery } = useFrame();
  if (!item || !shop)
    return (
      <EmptyState level={1} title={t("goneTitle")} action={<BackToPoints />}>
        {t("goneBody")}
      </EmptyState>
    );
  const isAsked = new URL(pathWithQuery, "http://own.invalid").searchParams.get("step") === "confirm";
  return (
    <div className={`campaign ${toneOf(shop.skin)}`}>
      <ActResult outcome={actionData} campaign={shop} />
      <Stack gap="loose">
        {isGiven(shop) ? (
          <Exchanged shop={shop} balance={balance} />
        ) : isAsked && mayExchange(item, balance) ? (
          <Confirm item={item} balance={balance} shop={shop} outcome={actionData} />
        ) : (
          <Offer item={item} balance={balance} shop={shop} outcome={actionData} />
        )}
        <Vouchers vouchers={vouchers} />
      </Stack>
    </div>
  );
}

interface Shown {
  item: ShopItemAnswer;
  balance: number;
  shop: Campaign;
  outcome: Route.ComponentProps["actionData"];
}

function ItemArt({ shop, prizeKey, isTaken = false }: { shop: Campaign; prizeKey: string; isTaken?: boolean }) {
  const language = useLanguage();
  const line = shop.prizes.find((one) => one.prizeKey === prizeKey);
  const prize = line?.prize;
  const look =
    prize?.kind === "COUPON"
      ? "COUPON"
      : prize?.kind === "VOUCHER" && (prize.voucherKey === "PHONE_CREDIT" || prize.voucherKey === "COFFEE")
        ? prize.voucherKey
        : "PARCEL";
  return <ShopItemArt look={look} figure={line ? prizeFigure(line, language) : null} isTaken={isTaken} />;
}

/** The item, its price in points and its stock: the first of two steps. */
function Offer({ item, balance, shop, outcome }: Shown) {
  const t = useTexts(texts);
  const conditions = shop.prizes.find(({ prizeKey }) => prizeKey === item.prizeKey)?.conditions ?? [];
  return (
    <>
      <div className="campaign-art">
        <ItemArt shop={shop} prizeKey={item.prizeKey} />
      </div>
      <Stack>
        <p>
          <ShopBadge item={item} balance={balance} />
        </p>
        <Title lead={item.description}>{unbroken(item.title)}</Title>
      </Stack>
      {mayExchange(item, balance) && (
        <ActionBar>
          <ButtonLink to={addressOf(item.itemKey, { step: "confirm" })} track="campaign_act" trackValue="act=go">
            {t("exchange", { count: groupThousands(item.points) })}
          </ButtonLink>
        </ActionBar>
      )}
      <FormRefusal of={forms.form("exchange", outcome)} />
      <div className="campaign-tables">
        <ShopItemFacts item={item} balance={balance} />
        {conditions.length > 0 && (
          <ul className="campaign-terms">
            {conditions.map((condition) => (
              <li key={condition}>{unbroken(condition)}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** The second step: a separate press spends the points; the page shows the remaining balance. */
function Confirm({ item, balance, shop, outcome }: Shown) {
  const t = useTexts(texts);
  const { activityId, prizeKey, points, itemKey } = item;
  const count = groupThousands(points);
  return (
    <>
      <div className="campaign-art">
        <ItemArt shop={shop} prizeKey={prizeKey} />
      </div>
      <Title lead={t("confirmLead", { item: unbroken(item.title) })}>{t("confirmTitle", { count })}</Title>
      <Receipt>
        <ReceiptLine label={t("balance")}>{groupThousands(balance)}</ReceiptLine>
        <ReceiptLine label={t("price")}>−{count}</ReceiptLine>
        <ReceiptTotal label={t("afterwards")}>{groupThousands(balance - points)}</ReceiptTotal>
      </Receipt>
      <ActionForm of={forms.form("exchange", outcome)} hidden={{ activityId, prizeKey }}>
        <ActionBar>
          <ActButton act="claim">{t("confirmYes", { count })}</ActButton>
          <ButtonLink kind="quiet" to={addressOf(itemKey)}>
            {t("cancel")}
          </ButtonLink>
        </ActionBar>
      </ActionForm>
    </>
  );
}

/** The exchanged item, its place, and the points that are left. */
function Exchanged({ shop, balance }: { shop: Campaign & { award: Award }; balance: number }) {
  const t = useTexts(texts);
  const isCoupon = shop.award.prize.kind === "COUPON";
  return (
    <>
      <WonPart campaign={shop} art={<ItemArt shop={shop} prizeKey={shop.award.prizeKey} isTaken />}>
        <p>{t("pointsLeft", { count: groupThousands(balance) })}</p>
      </WonPart>
      <ActionBar>
        {isCoupon && (
          <ButtonLink to="/webview/activity/get-coupon#own" track="campaign_act" trackValue="act=go">
            {t("seeCoupon")}
          </ButtonLink>
        )}
        <ButtonLink kind={isCoupon ? "quiet" : "primary"} to="/webview/integral">
          {t("backToPoints")}
        </ButtonLink>
      </ActionBar>
    </>
  );
}

function Vouchers({ vouchers }: { vouchers: Route.ComponentProps["loaderData"]["vouchers"] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (vouchers.length === 0) return null;
  return (
    <Section heading={t("vouchers")}>
      <LinkList
        items={vouchers.map(({ to, wonAt }) => ({
          to,
          label: formatInstant(new Date(wonAt), language, "WIB", "short"),
          detail: t("voucherCode"),
        }))}
      />
    </Section>
  );
}
