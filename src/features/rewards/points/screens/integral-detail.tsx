import { unbroken } from "#features/rewards/campaign/parts/prize-words.ts";
import { data } from "react-router";
import type { Route } from "./+types/integral-detail";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CopyText } from "#web/ui/copy-text/copy-text.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { groupThousands } from "#shared/money.ts";
import { claimPrize, getCampaign } from "#features/rewards/campaign/contract.ts";
import { ActButton, ActTold, answerPath } from "#features/rewards/campaign/parts/act.tsx";
import { listCampaignRecords } from "#features/rewards/campaign/parts/records.ts";
import { getPoints, type ShopItemAnswer } from "../contract.ts";
import { ShopBadge } from "../parts/shop-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.detailTitle,
  back: "/webview/integral",
  keptKeys: ["item", "award"],
};

/** Of an item that is gone the page tells in words; without a name it shows the first of the shop. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const key = query.get("item");
  const { items, balance } = await call(getPoints, {}, { context });
  const item = (key === null ? items[0] : items.find(({ itemKey }) => itemKey === key)) ?? null;
  const award = query.get("award");
  const voucherCode =
    item && award ? (await call(getCampaign, { activityId: item.activityId, award }, { context })).voucherCode : null;
  const vouchers = item ? await vouchersOf(item, context) : [];
  return data({ item, balance, voucherCode, vouchers }, { status: item || key === null ? 200 : 404 });
}

/** What was exchanged for this item before and has a code: each leads to it again. */
async function vouchersOf({ activityId, prizeKey, itemKey }: ShopItemAnswer, context: Route.LoaderArgs["context"]) {
  const { awards } = await call(listCampaignRecords, { activityId }, { context });
  return awards
    .filter((award) => award.prizeKey === prizeKey && award.prize.kind === "VOUCHER" && award.state === "GIVEN")
    .map(({ awardId, wonAt }) => ({ wonAt, to: `?${new URLSearchParams({ item: itemKey, award: awardId })}` }));
}

/** Stays at the item, with what it brought in the records. */
const forms = defineForms({
  exchange: {
    call: claimPrize,
    done: ({ awardId }, { url }) =>
      answerPath(url.pathname, "claim", { item: url.searchParams.get("item") ?? "", exchanged: "1", award: awardId }),
  },
});
export const action = ({ request, params, context }: Route.ActionArgs) => forms.action({ request, params, context });

export default function IntegralDetail({
  loaderData: { item, balance, voucherCode, vouchers },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!item)
    return (
      <EmptyState
        level={1}
        title={t("goneTitle")}
        action={<ButtonLink to="/webview/integral">{t("backToPoints")}</ButtonLink>}
      >
        {t("goneBody")}
      </EmptyState>
    );
  return (
    <Stack gap="loose">
      <ActTold outcome={actionData} />
      <Saved by="exchanged">{t("exchanged")}</Saved>
      {voucherCode && <CopyText label={t("voucherCode")} value={voucherCode} />}
      <Title lead={item.description}>{unbroken(item.title)}</Title>
      <Figure label={t("balance")}>{groupThousands(balance)}</Figure>
      <Facts item={item} />
      <p>
        <ShopBadge item={item} balance={balance} />
      </p>
      <Vouchers vouchers={vouchers} />
      <Exchange item={item} balance={balance} outcome={actionData} />
    </Stack>
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
          to: `/webview/integral-detail${to}`,
          label: formatInstant(new Date(wonAt), language, "WIB", "short"),
          detail: t("voucherCode"),
        }))}
      />
    </Section>
  );
}

/** The exchange itself, where the points, the stock and the month allow it. */
function Exchange({
  item: { activityId, prizeKey, points, stockLeft, leftThisMonth },
  balance,
  outcome,
}: {
  item: ShopItemAnswer;
  balance: number;
  outcome: Route.ComponentProps["actionData"];
}) {
  const t = useTexts(texts);
  if (points > balance || stockLeft === 0 || leftThisMonth === 0) return null;
  return (
    <ActionForm of={forms.form("exchange", outcome)} hidden={{ activityId, prizeKey }}>
      <ActionBar>
        <ActButton act="claim">{t("exchange", { count: groupThousands(points) })}</ActButton>
      </ActionBar>
    </ActionForm>
  );
}

function Facts({ item }: { item: ShopItemAnswer }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { points, stockLeft, leftThisMonth, closesAt } = item;
  return (
    <Receipt>
      <ReceiptLine label={t("price")}>{t("points", { count: groupThousands(points) })}</ReceiptLine>
      <ReceiptLine label={t("stock")}>
        {stockLeft === null ? t("unbounded") : t("stockLeft", { count: groupThousands(stockLeft) })}
      </ReceiptLine>
      {leftThisMonth !== null && (
        <ReceiptLine label={t("thisMonth")}>{t("times", { count: leftThisMonth })}</ReceiptLine>
      )}
      <ReceiptLine label={t("until")}>{formatInstant(new Date(closesAt), language, "WIB", "short")}</ReceiptLine>
    </Receipt>
  );
}
