/** Invitations: answers to the domain's calls, and subscriptions to events of friends. */
import { accountClosed, lostAtClosing } from "#features/account/cancellation/server/index.ts";
import { identityVerified } from "#features/account/identity/server/index.ts";
import { borrowerRegistered } from "#features/account/login/server/index.ts";
import { loanActivated, payoutReturned } from "#features/credit/disbursement/server/index.ts";
import {
  coversCoupons,
  inviteCampaignAt,
  inviteRewardsOf,
  networkOf,
  participantsOf,
} from "#features/rewards/campaign/server/index.ts";
import { siteOriginOf } from "#server/process/brand.server.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { after } from "#server/events/domain-events.ts";
import {
  invitationCodeOf,
  getInvitation,
  getInvitationCode,
  getReceivedInvitation,
  getShareCard,
  landingPaths,
  listFriends,
} from "../contract.ts";
import { attribute, countFriend } from "./counting.ts";
import { invitationLifecycle } from "./lifecycle.ts";
import { companionsOf } from "./marks.ts";
import { lostInvitations, mergedInvitations } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { invitationReview } from "./review.ts";
import { noteClosed, noteFirstLoan, revokeFor } from "./rewarding.ts";
import { shareCard } from "./share-card.ts";
import { invitersOf, isAnyChecked, ownCode, inviterOfCode } from "./store.ts";
import { invitationWork } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { friendsPage, invitationAnswerOf, waitingCoupon } from "./views.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, consoleWords } from "#server/console/questions.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { takeoverRisks } from "#features/account/change-request/server/index.ts";
import { reviews } from "#features/platform/review/server/index.ts";

const answers: readonly CallAnswer[] = [
  answer(getInvitation, (_input, { services, database, borrowerId, language }) =>
    invitationAnswerOf(services, database, borrowerId, language),
  ),
  answer(getReceivedInvitation, async (_input, { services, database, borrowerId }) => ({
    couponRupiah: await waitingCoupon(services, database, borrowerId),
  })),
  answer(listFriends, (input, { database, borrowerId }) => friendsPage(database, borrowerId, input)),
  answer(getShareCard, async (_input, { services, database, borrowerId, caller, language, refuse }) => {
    const [code, campaign] = await Promise.all([
      ownCode(database, borrowerId),
      inviteCampaignAt(database, services.clock.now()),
    ]);
    if (!code || !campaign) return refuse("INVITATION_NONE");
    const link = `${siteOriginOf(services, caller.brand.id)}${landingPaths[2]}?invitationCode=${code}`;
    const [promises, isCovered] = await Promise.all([
      inviteRewardsOf(services, database, campaign),
      coversCoupons(services, database, campaign),
    ]);
    const png = await shareCard({
      brand: caller.brand,
      language,
      code,
      link,
      couponRupiah: isCovered ? promises.couponRupiah : 0,
    });
    return new Binary(png, "image/png", { "Cache-Control": "private, max-age=300" });
  }),
  answer(getInvitationCode, async ({ code: typed }, { services, database, refuse }) => {
    const code = invitationCodeOf(typed);
    const [ownerId, campaign] = await Promise.all([
      code && inviterOfCode(database, code),
      inviteCampaignAt(database, services.clock.now()),
    ]);
    if (!code || !ownerId || !campaign) return refuse("INVITATION_UNKNOWN");
    const [promises, isCovered] = await Promise.all([
      inviteRewardsOf(services, database, campaign),
      coversCoupons(services, database, campaign),
    ]);
    return { code, ...promises, ...(isCovered ? {} : { couponRupiah: 0 }) };
  }),
];

export const domain: Domain = {
  answers,
  work: invitationWork,
  subscribes: [
    after(borrowerRegistered, "invitation-registered", async (services, trx, { borrowerId }) => {
      await attribute(services, trx, borrowerId);
    }),
    after(identityVerified, "invitation-verified", (services, trx, { borrowerId, at }) =>
      countFriend(services, trx, borrowerId, at),
    ),
    after(loanActivated, "invitation-first-loan", noteFirstLoan),
    after(payoutReturned, "invitation-payout-returned", revokeFor),
    after(accountClosed, "invitation-closed", (services, trx, { borrowerId }) => noteClosed(services, trx, borrowerId)),
  ],
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    consoleWords.by(words),
    noticeKinds.by(notices),
    lifecycles.by([invitationLifecycle]),
    mergeAssets.by([mergedInvitations]),
    lostAtClosing.by(lostInvitations),
    // A reward that is still under review.
    takeoverRisks.by(async (_services, reader, borrowerId) =>
      (await isAnyChecked(reader, borrowerId)) ? ["REWARD_IN_REVIEW"] : [],
    ),
    networkOf.by(companionsOf),
    participantsOf.by(invitersOf),
    reviews.by([invitationReview]),
  ],
};
