/** What an inviter is told: that a friend counts, and that a reward is in the wallet. Nothing of the friend. // Product decisions, rewards 11 */
import { defineNotice, notify, type Notice } from "#features/platform/notice/server/index.ts";
import type { AwardRow } from "#features/rewards/campaign/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

type Reward = { amountRupiah: number };

const counted = defineNotice<Record<string, never>>({
  kind: "invitation.counted",
  topic: "REWARD",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/invitation/detail" }),
  example: {},
  texts: {
    title: { id: "Seorang teman bergabung", en: "A friend has joined", zh: "一位好友已加入" },
    body: {
      id: "Seorang teman mendaftar dengan kode Anda dan identitasnya sudah terverifikasi. Kupon bunga sudah menjadi milik Anda berdua.",
      en: "A friend registered with your code and has a verified identity. The interest coupon is now yours, and your friend has one too.",
      zh: "一位好友使用您的邀请码注册并已完成身份验证。您与好友各获得一张利息券。",
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
      id: "{amountRupiah} dari undangan Anda sudah ada di dompet hadiah dan dapat ditarik ke rekening bank Anda.",
      en: "{amountRupiah} for an invitation of yours is in your reward wallet. You can withdraw it to your bank account.",
      zh: "您的邀请奖励 {amountRupiah} 已存入奖励钱包，可提现至您的银行账户。",
    },
  },
});

export const notices = [counted, rewarded] as unknown as readonly Notice<never>[];

interface About {
  borrowerId: string;
  id: string;
}

export const tellCounted = (services: Services, trx: Transaction, { borrowerId, id }: About): Promise<boolean> =>
  notify(services, trx, counted, { id, borrowerId, values: {} });

export const tellRewarded = (
  services: Services,
  trx: Transaction,
  { borrowerId, id, prize }: About & Pick<AwardRow, "prize">,
): Promise<boolean> =>
  notify(services, trx, rewarded, {
    id,
    borrowerId,
    values: { amountRupiah: prize.kind === "CASH" ? prize.rupiah : 0 },
  });
