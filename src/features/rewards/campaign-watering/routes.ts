import { route } from "@react-router/dev/routes";

/** Five trees in five places: one screen and one page of rules, each with five addresses. */
const screen = "features/rewards/campaign-watering/screens/watering.tsx";
const rule = "features/rewards/campaign-watering/screens/watering-rule.tsx";

export const webview = [
  route("webview/activity/watering", screen, { id: "watering" }),
  route("webview/activity/watering/rule", rule, { id: "watering-rule" }),
  route("webview/watering-new", screen, { id: "watering-new" }),
  route("webview/watering-new/rule", rule, { id: "watering-new-rule" }),
  route("webview/watering-new-year", screen, { id: "watering-new-year" }),
  route("webview/watering-new-year/rule", rule, { id: "watering-new-year-rule" }),
  route("webview/watering-new-skin", screen, { id: "watering-new-skin" }),
  route("webview/watering-new-skin/rule", rule, { id: "watering-new-skin-rule" }),
  route("webview/watering-new-page", screen, { id: "watering-new-page" }),
  route("webview/watering-new-page/rule", rule, { id: "watering-new-page-rule" }),
];
