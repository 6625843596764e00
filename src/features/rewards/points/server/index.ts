/** Loyalty points: answers to the domain's calls, and functions for other domains. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { getPoints, getPointsRules, listPointsRecords } from "../contract.ts";
import { lostPoints, mergedPoints } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { pointsExpirySweep, pointsForgetSweep } from "./sweeps.ts";
import { pointsSubscriptions } from "./tasks.ts";
import { timeline } from "./timeline.ts";
import { pointsOf, pointsRecordsPage, rulesShown } from "./views.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, consoleWords } from "#server/console/questions.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { lostAtClosing } from "#features/account/cancellation/server/index.ts";

export { shopOffers } from "./shop.ts";

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

const answers: readonly CallAnswer[] = [
  answer(getPoints, (_input, { services, database, borrowerId, language }) =>
    pointsOf(services, database, borrowerId, language),
  ),
  answer(listPointsRecords, (input, { database, borrowerId, language }) =>
    pointsRecordsPage(database, borrowerId, input, language),
  ),
  answer(getPointsRules, async (_input, { services }) => rulesShown(services)),
];

function work(services: Services): void {
  services.sweeps.add(pointsExpirySweep);
  services.sweeps.add(pointsForgetSweep);
}

export const domain: Domain = {
  answers,
  work,
  subscribes: pointsSubscriptions,
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    consoleWords.by(words),
    noticeKinds.by(notices),
    mergeAssets.by([mergedPoints]),
    lostAtClosing.by(lostPoints),
  ],
};
