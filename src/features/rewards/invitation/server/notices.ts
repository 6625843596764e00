/** Notices to inviters: a friend counts, or a reward is in the wallet; they reveal nothing about the friend. And to a friend: no coupon was left. // Product decisions, rewards 11 */
import {
  defineNotice,
  notify,
  type NoticeDefinition,
  type NoticeTexts,
} from "#features/platform/notice/server/index.ts";
import type { AwardRow } from "#features/rewards/campaign/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import type { AwardState } from "../contract.ts";

type Reward = { amountRupiah: number };

/** The state of the inviter's own coupon; the friend's is private. Older notices have none. */
type Counted = { coupon: string };
const countedTitle: Text = { id: "Seorang teman bergabung", en: "A friend has joined", zh: "一位好友已加入" };
const countedWords = (coupon: Text): NoticeTexts => ({
  title: countedTitle,
  body: {
    id: `Seorang teman mendaftar dengan kode Anda dan identitasnya sudah terverifikasi. ${coupon.id}`,
    en: `A friend registered with your code and has a verified identity. ${coupon.en}`,
    zh: `一位好友使用您的邀请码注册并已完成身份验证。${coupon.zh}`,
  },
});

const counted = defineNotice<Counted>({
  kind: "invitation.counted",
  topic: "REWARD",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/invitation/detail" }),
  example: { coupon: "GIVEN" },
  texts: countedWords({
    id: "Kupon potongan bunga sudah menjadi milik Anda.",
    en: "The interest coupon is yours.",
    zh: "利息券已归您所有。",
  }),
  variants: {
    WAITS: countedWords({
      id: "Kupon potongan bunga Anda sudah kami sisihkan dan kami berikan setelah pengajuan Anda yang sedang berjalan selesai.",
      en: "Your interest coupon is reserved, and given once your open application has ended.",
      zh: "您的利息券已预留，待您正在办理的申请结束后发放。",
    }),
    NONE: countedWords({
      id: "Kupon event ini sudah habis, jadi kali ini tidak ada kupon.",
      en: "The event has no coupons left, so there is none this time.",
      zh: "活动优惠券已发完，此次没有优惠券。",
    }),
  },
  prepare: async (_services, { values }) => {
    const { coupon } = values;
    const variant = coupon === "PENDING" || coupon === "HELD" ? "WAITS" : coupon === "NONE" ? "NONE" : null;
    return { values, ...(variant ? { variant } : {}) };
  },
});

const withoutCoupon = defineNotice<Record<string, never>>({
  kind: "invitation.without_coupon",
  topic: "REWARD",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/activity-center" }),
  example: {},
  texts: {
    title: { id: "Kupon undangan sudah habis", en: "No coupons left", zh: "邀请优惠券已发完" },
    body: {
      id: "Identitas Anda sudah terverifikasi, tetapi kupon event undangan habis sebelum giliran Anda. Anda tidak kehilangan apa pun.",
      en: "Your identity is verified, but the invitation event ran out of coupons before you. Nothing was taken from you.",
      zh: "您已完成身份验证，但邀请活动的优惠券已提前发完，您没有任何损失。",
    },
  },
});

const rewarded = defineNotice<Reward>({
  kind: "invitation.rewarded",
  topic: "REWARD",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/wallet" }),
  example: { amountRupiah: 150_000 },
  texts: {
    title: { id: "Hadiah undangan masuk", en: "Your invitation reward is here", zh: "邀请奖励已到账" },
    body: {
      id: "{amountRupiah} dari undangan Anda sudah ada di dompet hadiah dan bisa ditarik ke rekening bank Anda.",
      en: "{amountRupiah} for an invitation of yours is in your reward wallet. You can withdraw it to your bank account.",
      zh: "您的邀请奖励 {amountRupiah} 已存入奖励钱包，可提现至您的银行账户。",
    },
  },
});

export const notices = [counted, withoutCoupon, rewarded] as unknown as readonly NoticeDefinition<never>[];

interface About {
  borrowerId: string;
  id: string;
}

export const notifyInvitationCounted = (
  services: Services,
  trx: Transaction,
  { borrowerId, id, coupon }: About & { coupon: AwardState | null },
): Promise<boolean> => notify(services, trx, counted, { id, borrowerId, values: { coupon: coupon ?? "NONE" } });

/** To the friend, who registered because of it. */
export const notifyNoCoupon = (services: Services, trx: Transaction, { borrowerId, id }: About): Promise<boolean> =>
  notify(services, trx, withoutCoupon, { id, borrowerId, values: {} });

export const notifyInvitationRewarded = (
  services: Services,
  trx: Transaction,
  { borrowerId, id, prize }: About & Pick<AwardRow, "prize">,
): Promise<boolean> =>
  notify(services, trx, rewarded, {
    id,
    borrowerId,
    values: { amountRupiah: prize.kind === "CASH" ? prize.rupiah : 0 },
  });
