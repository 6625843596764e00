import type { Route } from "./+types/get-coupon";
import { getBills } from "#features/credit/repayment/contract.ts";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import { call, Problem } from "#web/api.ts";
import { readPage } from "#web/list.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { listCoupons } from "../contract.ts";
import { GetCouponScreen } from "../parts/coupon-screens.tsx";
import { couponForms, fitsBill, openBill, OwnCoupons } from "../parts/own-coupons.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.getTitle, back: "/webview/activity-center", event: "campaign_view" };

/** As many coupons stand on one page. */
const couponsOfPage = "10";

/** The campaign that gives one now, and under it all that one has; where no campaign gives any, these alone. */
export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args;
  const now = context.get(pageFrame).now;
  const campaign = await standing(args);
  if (campaign && (campaign.isVisitor || new URL(request.url).searchParams.has("rules")))
    return { campaign, coupons: null, bill: null, now };
  const coupons = await readPage(request, listCoupons, { limit: couponsOfPage }, { context });
  const asksBill = coupons.items.some((coupon) => fitsBill(coupon, now));
  const bill = asksBill ? openBill((await call(getBills, {}, { context })).bill) : null;
  return { campaign, coupons, bill, now };
}
export const action = couponForms.action;

/** Null where no campaign gives a coupon here. */
async function standing(args: Pick<Route.LoaderArgs, "params" | "context">): Promise<Campaign | null> {
  try {
    return (await loadCampaign(args, "get-coupon")).campaign;
  } catch (error) {
    if (error instanceof Problem && error.code === "CAMPAIGN_UNKNOWN") return null;
    throw error;
  }
}

export default function GetCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { campaign, coupons, bill, now } = loaderData;
  const own = coupons && (
    <OwnCoupons coupons={coupons} here={campaign?.path ?? null} bill={bill} now={now} outcome={actionData} />
  );
  if (campaign) return <GetCouponScreen campaign={campaign} outcome={actionData} own={own} />;
  return (
    <Stack gap="loose">
      <Title>{t("own")}</Title>
      {own}
    </Stack>
  );
}
