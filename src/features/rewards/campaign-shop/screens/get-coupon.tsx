import type { Route } from "./+types/get-coupon";
import { getBills } from "#features/credit/repayment/contract.ts";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { claimPrize } from "#features/rewards/campaign/parts/joining.ts";
import { backTo, loadCampaign, remindForm } from "#features/rewards/campaign/parts/load.ts";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { readPage } from "#web/list.ts";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { listCoupons, useCoupon as takeOffBill } from "#features/rewards/coupon/contract.ts";
import { GetCouponScreen } from "../parts/coupon-screens.tsx";
import { CouponsAlone, fitsBill, openBill, OwnCoupons } from "#features/rewards/coupon/parts/own-coupons.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.getTitle, back: "/webview/activity-center", event: "campaign_view" };

/** Number of coupons on one page. */
const couponsOfPage = "10";

/**
 * The campaign that gives a coupon now, and below it all coupons of the borrower; without such a campaign only these.
 */
export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args;
  const now = context.get(pageFrame).now;
  const campaign = await currentCampaign(args);
  if (campaign && (campaign.isVisitor || new URL(request.url).searchParams.has("rules")))
    return { campaign, coupons: null, bill: null, now };
  const coupons = await readPage(request, listCoupons, { limit: couponsOfPage }, { context });
  const asksBill = coupons.items.some((coupon) => fitsBill(coupon, now));
  const bill = asksBill ? openBill((await call(getBills, {}, { context })).bill) : null;
  return { campaign, coupons, bill, now };
}

/** Claims a coupon of the campaign, and applies a coupon to the bill. */
const forms = defineForms({
  claim: { call: claimPrize, done: ({ awardId }, { url }) => backTo(url, "claim", { award: awardId }) },
  use: { call: takeOffBill, done: (_reply, { url }) => `${url.pathname}?used=1` },
  remind: remindForm,
});
export const action = forms.action;

/** Null when no campaign gives a coupon here. */
async function currentCampaign(args: Pick<Route.LoaderArgs, "params" | "context">): Promise<Campaign | null> {
  try {
    return (await loadCampaign(args, "get-coupon")).campaign;
  } catch (error) {
    if (error instanceof Problem && error.code === "CAMPAIGN_UNKNOWN") return null;
    throw error;
  }
}

export default function GetCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, coupons, bill, now } = loaderData;
  const use = forms.form("use", actionData);
  const own = coupons && <OwnCoupons coupons={coupons} here={campaign?.path ?? null} bill={bill} now={now} use={use} />;
  if (campaign) return <GetCouponScreen campaign={campaign} outcome={actionData} own={own} />;
  return <CouponsAlone>{own}</CouponsAlone>;
}
