/** The inviter's view: the code, the limits, and friends without a name. */
import {
  coversCoupons,
  inviteCampaignAt,
  inviteCampaignById,
  inviteRewardsOf,
  readCampaign,
} from "#features/rewards/campaign/server/index.ts";
import { monthCapRupiah } from "#features/rewards/wallet/server/index.ts";
import type { Database } from "#server/database.server.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, instantOf } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import type { Friend, Invitation } from "../contract.ts";
import { drawnCode } from "./codes.ts";
import { awardOfPerson, cashCause, couponOf } from "./counting.ts";
import {
  cashSince,
  findFriendInvitation,
  guestById,
  insertCode,
  listFriendInvitations,
  ownCode,
  tallyOf,
  type FriendInvitationRow,
} from "./store.ts";

/** The borrower's own code: drawn at the first request, and unchanged afterwards. */
async function drawCode(services: Services, borrowerId: string): Promise<string> {
  for (;;) {
    await insertCode(services.database, borrowerId, drawnCode(services), services.clock.now());
    const code = await ownCode(services.database, borrowerId);
    if (code !== null) return code;
  }
}

const none = { loanWithinDays: 0, givenAfterDays: 0, maxRewarded: 0, inDays: 0 };

export async function invitationAnswerOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  language: Language,
): Promise<Invitation> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const campaign = await inviteCampaignAt(reader, now);
  const { loanWithinDays, givenAfterDays, maxRewarded, inDays } = campaign?.rules ?? none;
  const since = new Date(now.getTime() - inDays * 86_400_000);
  const [code, friends, monthCount, rewardedInPeriod, seen, promises] = await Promise.all([
    ownCode(reader, borrowerId),
    tallyOf(reader, borrowerId),
    cashSince(reader, borrowerId, new Date(instantOf(`${today.slice(0, 7)}-01`).getTime() - 1)),
    campaign ? cashSince(reader, borrowerId, since) : 0,
    campaign && readCampaign(services, reader, campaign, { borrowerId, language }),
    campaign ? inviteRewardsOf(services, reader, campaign) : { couponRupiah: 0, cashRupiah: 0 },
  ]);
  return {
    view: seen?.view ?? "ENDED",
    reason: seen?.reason ?? null,
    code: seen?.view === "RUNNING" ? (code ?? (await drawCode(services, borrowerId))) : null,
    friends,
    rewardedInPeriod,
    maxRewarded,
    inDays,
    monthRupiah: monthCount * promises.cashRupiah,
    monthCapRupiah: monthCapRupiah(today),
    ...promises,
    loanWithinDays,
    givenAfterDays,
  };
}

/** The coupon that waits for a friend's identity verification, in rupiah of interest; 0 when there is none. */
export async function waitingCoupon(services: Services, reader: Database, friendId: string): Promise<number> {
  const guest = await guestById(reader, friendId);
  const row = guest && (await findFriendInvitation(reader, guest.invitationId));
  if (row?.state !== "JOINED") return 0;
  const campaign = await inviteCampaignById(reader, row.campaignId);
  if (!campaign || services.clock.now() >= campaign.closesAt) return 0;
  if (!(await coversCoupons(services, reader, campaign))) return 0;
  return (await inviteRewardsOf(services, reader, campaign)).couponRupiah;
}

async function friendOf(reader: Database, row: FriendInvitationRow): Promise<Friend> {
  const [award, coupon] = await Promise.all([
    row.cashTries > 0 ? awardOfPerson(reader, row.campaignId, row.borrowerId, cashCause(row.id, row.cashTries)) : null,
    row.state === "COUNTED" ? couponOf(reader, row) : null,
  ]);
  const amountRupiah = award?.prize.kind === "CASH" ? award.prize.rupiah : 0;
  return {
    invitationId: row.id,
    tail: row.tail,
    joinedMonth: dateInWib(row.joinedAt).slice(0, 7),
    state: row.state,
    // The reason "account closed" is hidden: it may be the friend's account or the inviter's own.
    reason: row.reason === "CLOSED" ? null : row.reason,
    coupon,
    // A refused award is no reward, and its reason may be private to the friend.
    reward:
      award && award.state !== "REFUSED"
        ? {
            amountRupiah,
            state: award.state,
            givenFrom: award.state === "PENDING" ? (row.cashDueAt?.toISOString() ?? null) : null,
          }
        : null,
  };
}

export async function friendsPage(
  reader: Database,
  borrowerId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [, at, id] = /^(\d+)_(.+)$/.exec(cursor ?? "") ?? [];
  const before = at && id ? { at: new Date(Number(at)), id } : undefined;
  const rows = await listFriendInvitations(reader, borrowerId, { before, max: limit + 1 });
  const { page, nextCursor } = listPage(rows, limit, ({ joinedAt, id: last }) => `${joinedAt.getTime()}_${last}`);
  return { items: await Promise.all(page.map((row) => friendOf(reader, row))), nextCursor };
}
