/** Path of each skin's screen. A skin is the look of a campaign; several campaigns may share one. */

/** `{activityId}` is replaced by the campaign's name. */
export const skinPaths = {
  "seven-year": "/webview/seven-year",
  "get-coupon": "/webview/activity/get-coupon",
  "email-coupon": "/webview/email-coupon",
  "points-shop": "/webview/integral",
  "new-gift": "/webview/new-gift",
  "order-gift": "/webview/order-gift",
  "free-loan": "/webview/order-page",
  tomoro: "/webview/activity/tomoro/{activityId}",
  "check-in": "/webview/activity/sign-in",
  "check-in-order": "/webview/activity/sign-in-order",
  "toy-egg": "/webview/activity/toy-egg/{activityId}",
  "toy-egg-2": "/webview/activity/toy-egg-2/{activityId}",
  "golden-egg": "/webview/golden-egg",
  wish: "/webview/activity/pay-wish",
  "world-cup": "/webview/activity/world-cup",
  watering: "/webview/activity/watering",
  "watering-new": "/webview/watering-new",
  "watering-new-year": "/webview/watering-new-year",
  "watering-new-skin": "/webview/watering-new-skin",
  "watering-new-page": "/webview/watering-new-page",
  invite: "/webview/invitation-human",
} as const satisfies Record<string, `/webview/${string}`>;
export type Skin = keyof typeof skinPaths;
export const skins = Object.keys(skinPaths) as Skin[];

/** The address of a campaign's screen; the activity centre for an unknown skin. */
export function pathOfCampaign(skin: string, activityId: string): `/webview/${string}` {
  return Object.hasOwn(skinPaths, skin)
    ? (skinPaths[skin as Skin].replace("{activityId}", activityId) as `/webview/${string}`)
    : "/webview/activity-center";
}

/**
 * The address of exactly this campaign: when the skin's path contains no name, the screen shows one of the skin's
 * campaigns, so the query names this one.
 */
export function pathNaming(skin: string, activityId: string): `/webview/${string}` {
  const path = pathOfCampaign(skin, activityId);
  const template = Object.hasOwn(skinPaths, skin) ? skinPaths[skin as Skin] : null;
  return template === null || template.includes("{activityId}") ? path : `${path}?of=${activityId}`;
}

/** Skins whose screen shows its offer without a login. */
export const optionalLogin: readonly string[] = ["seven-year", "email-coupon"];
