/** Loyalty points: answers to the domain's calls, and what other domains may ask of it. */
import { answer, type Api } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { getPoints, getPointsRules, listPointsRecords } from "../contract.ts";
import { lostPoints, mergedPoints } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { expirySweep, forgetSweep } from "./sweeps.ts";
import { pointsSubscriptions } from "./tasks.ts";
import { timeline } from "./timeline.ts";
import { pointsOf, recordsPage, rulesShown } from "./views.ts";
import { words } from "./words.ts";

export {
  earnPoints,
  earnUpTo,
  giveBackPoints,
  givePoints,
  revokePoints,
  spendPoints,
  type EarnedTask,
  type PointsMove,
  type PointsOutcome,
} from "./giving.ts";
export type { ShopItem } from "./shop.ts";
export { expiryOf as pointsExpiryOf } from "./store.ts";

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getPoints,
  )((_input, { database, borrowerId, language }) => pointsOf(services, database, borrowerId, language));
  answer(
    api,
    listPointsRecords,
  )((input, { database, borrowerId, language }) => recordsPage(database, borrowerId, input, language));
  answer(api, getPointsRules)(async () => rulesShown(services));
}

function work(services: Services): void {
  services.sweeps.add(expirySweep);
  services.sweeps.add(forgetSweep);
}

export const domain: Domain = {
  personalData,
  timeline,
  words,
  answers,
  work,
  notices,
  subscribes: pointsSubscriptions,
  mergeAssets: [mergedPoints],
  lostAtClosing: lostPoints,
};
