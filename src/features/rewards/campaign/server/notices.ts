/** What a borrower is told of prizes: won, looked at, not given, taken back; never how much by SMS. // Product decisions, rewards 11 */
import {
  defineNotice,
  notify,
  withLink,
  type Notice,
  type NoticeTexts,
} from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { rewardReviewDays } from "#shared/promised-times.ts";
import type { Text } from "#shared/texts.ts";
import type { AwardEndReason } from "../contract.ts";
import type { Prize } from "../rules-contract.ts";
import { pathOfCampaign } from "../skins-contract.ts";

const outside = ["INBOX", "WHATSAPP", "SMS"] as const;
const lead: Text = { id: "Rincian:", en: "Details:", zh: "详情：" };

/** `path`: of the event with this award; prizes that were told before there was one have none. */
type Won = { kind: string; path: string };
/** Where a prize of each kind is found; a voucher's code stands in its event. */
const places: Readonly<Record<string, `/webview/${string}`>> = {
  CASH: "/webview/wallet",
  POINTS: "/webview/integral-record",
  COUPON: "/webview/activity/get-coupon",
};
const prizeBody: Text = {
  id: "Anda menang dalam satu event, dan hadiahnya sudah menjadi milik Anda. Di halaman event tertulis cara hasilnya diperoleh.",
  en: "You have won in an event, and the prize is yours. The event's page tells how its result came about.",
  zh: "您在活动中获奖，奖品已归您所有。活动页面说明了结果的产生方式。",
};

const prize = defineNotice<Won>({
  kind: "campaign.prize",
  topic: "REWARD",
  channels: outside,
  link: ({ values: { kind, path } }) => ({
    path: places[kind] ?? ((path || "/webview/activity-center") as `/webview/${string}`),
  }),
  example: { kind: "CASH", path: "/webview/golden-egg" },
  texts: {
    title: { id: "Anda menang", en: "You have won", zh: "您中奖了" },
    body: prizeBody,
    sms: {
      id: "{brand}: hadiah event Anda sudah diberikan. Rincian: {link}",
      en: "{brand}: your prize of an event has been given. Details: {link}",
      zh: "{brand}：您的活动奖品已发放。{link}",
    },
    whatsapp: withLink(prizeBody, lead),
  },
});

const held = defineNotice<Record<string, never>>({
  kind: "campaign.award_held",
  topic: "REWARD",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/activity-center" }),
  example: {},
  texts: {
    title: { id: "Hadiah Anda sedang diperiksa", en: "Your prize is being looked at", zh: "您的奖品正在核查" },
    body: {
      id: `Sebelum diberikan, hadiah ini diperiksa seorang petugas, paling lama ${rewardReviewDays} hari kerja. Ini bukan penolakan, dan Anda tidak perlu berbuat apa-apa.`,
      en: `Before it is given, a person looks at this prize, within ${rewardReviewDays} working days. It is no refusal, and you need do nothing.`,
      zh: `发放前由工作人员核查，最长 ${rewardReviewDays} 个工作日。这不是拒绝，您无需操作。`,
    },
  },
});

const reasons: Readonly<Record<AwardEndReason, Text>> = {
  SAME_PERSON: {
    id: "satu orang ikut dengan lebih dari satu akun",
    en: "one person took part with more than one account",
    zh: "同一人使用了多个账户参加",
  },
  ARRANGED: {
    id: "keikutsertaan diatur bersama akun lain",
    en: "taking part was arranged among accounts",
    zh: "与其他账户串通参加",
  },
  FALSE_DETAILS: {
    id: "data yang diisi tidak benar",
    en: "details that were given are not true",
    zh: "填写的信息不实",
  },
  PAYMENT_TAKEN_BACK: {
    id: "pembayaran yang memenuhi syaratnya ditarik kembali lewat bank, sehingga tagihannya terbuka lagi",
    en: "the payment that met its terms was taken back through the bank, so it is owed again",
    zh: "满足条件的还款已经由银行撤回，相应款项重新欠付",
  },
  TERMS_NOT_MET: { id: "ketentuan event belum terpenuhi", en: "the event's terms are not met", zh: "未满足活动条款" },
};
type Ended = { reason: string };

const endedTexts = (title: Text, what: Text, reason: Text): NoticeTexts => ({
  title,
  body: {
    id: `${what.id} Alasannya: ${reason.id}. Tidak setuju? Ajukan pengaduan, dan orang lain akan melihatnya lagi.`,
    en: `${what.en} The reason: ${reason.en}. You disagree? File a complaint, and somebody else looks at it again.`,
    zh: `${what.zh}原因：${reason.zh}。如有异议，请提交投诉，由其他人员重新核查。`,
  },
});

function endedNotice(kind: string, title: Text, what: Text): Notice<Ended> {
  const variants = Object.fromEntries(
    Object.entries(reasons).map(([reason, text]) => [reason, endedTexts(title, what, text)]),
  );
  return defineNotice<Ended>({
    kind,
    topic: "ACCOUNT",
    channels: ["INBOX"],
    link: () => ({ path: "/webview/customer-service/complaint" }),
    example: { reason: "SAME_PERSON" },
    texts: endedTexts(title, what, reasons.TERMS_NOT_MET),
    variants,
    prepare: async (_services, { values }) => ({ values, variant: values.reason }),
  });
}

const refused = endedNotice(
  "campaign.award_refused",
  { id: "Hadiah tidak diberikan", en: "A prize is not given", zh: "奖品未发放" },
  {
    id: "Setelah diperiksa, satu hadiah event tidak diberikan.",
    en: "After a check, one prize of an event is not given.",
    zh: "经核查，一项活动奖品未予发放。",
  },
);
const revoked = endedNotice(
  "campaign.award_revoked",
  { id: "Hadiah ditarik kembali", en: "A prize was taken back", zh: "奖品已收回" },
  {
    id: "Satu hadiah event ditarik kembali, paling banyak sebesar yang masih ada. Ini tidak pernah menjadi utang.",
    en: "One prize of an event was taken back, at most what was still there. It never becomes a debt.",
    zh: "一项活动奖品已收回，以现有部分为限，绝不会成为债务。",
  },
);

type Named = { activityId: string; skin: string; titleId: string; titleEn: string; titleZh: string };
const exampleName: Named = {
  activityId: "watering-new-year",
  skin: "watering-new-year",
  titleId: "Pohon",
  titleEn: "Tree",
  titleZh: "树",
};

/** Promotion that was asked for: topic NEWS keeps the hours in which people may be written to, and is muted like all news. */
const opened = defineNotice<Named>({
  kind: "campaign.opened",
  topic: "NEWS",
  channels: outside,
  link: ({ values: { activityId, skin } }) => ({ path: pathOfCampaign(skin, activityId) }),
  example: exampleName,
  texts: {
    title: {
      id: "Event yang Anda tunggu sudah dibuka",
      en: "The event you waited for is open",
      zh: "您等待的活动已开始",
    },
    body: {
      id: "{titleId} sudah dibuka. Anda meminta kami mengingatkan, satu kali ini saja. Syarat dan ketentuan berlaku.",
      en: "{titleEn} is open. You asked us to remind you, this once. Terms apply.",
      zh: "{titleZh} 已开始。应您的要求，仅提醒这一次。适用活动条款。",
    },
    sms: {
      id: "{brand}: event yang Anda minta diingatkan sudah dibuka. S&K berlaku. {link}",
      en: "{brand}: the event you asked to be reminded of is open. Terms apply. {link}",
      zh: "{brand}：活动已开始，适用条款。{link}",
    },
  },
});

const stopped = defineNotice<Named>({
  kind: "campaign.stopped",
  topic: "REWARD",
  channels: ["INBOX"],
  link: () => ({ path: "/webview/activity-center" }),
  example: exampleName,
  texts: {
    title: { id: "Satu event dihentikan lebih awal", en: "An event was stopped early", zh: "一项活动提前结束" },
    body: {
      id: "{titleId} dihentikan sebelum harinya. Hadiah yang sudah Anda dapat tetap milik Anda, dan tidak ada yang perlu Anda lakukan.",
      en: "{titleEn} was stopped before its day. Prizes that you have won stay yours, and you need do nothing.",
      zh: "{titleZh} 提前结束。您已获得的奖品仍归您所有，无需任何操作。",
    },
  },
});

export const notices = [prize, held, refused, revoked, opened, stopped] as unknown as readonly Notice<never>[];

interface About {
  borrowerId: string;
  awardId: string;
}

export const tellPrize = (
  services: Services,
  trx: Transaction,
  {
    borrowerId,
    awardId,
    prize: { kind },
    campaign: { skin, activityId },
  }: About & { prize: Prize; campaign: { skin: string; activityId: string } },
): Promise<boolean> =>
  notify(services, trx, prize, {
    id: awardId,
    borrowerId,
    values: { kind, path: `${pathOfCampaign(skin, activityId)}?award=${awardId}` },
  });

export const tellHeld = (services: Services, trx: Transaction, { borrowerId, awardId }: About): Promise<boolean> =>
  notify(services, trx, held, { id: awardId, borrowerId, values: {} });

const tellEnded =
  (notice: Notice<Ended>) =>
  (services: Services, trx: Transaction, { borrowerId, awardId, reason }: About & { reason: AwardEndReason }) =>
    notify(services, trx, notice, { id: awardId, borrowerId, values: { reason } });
export const tellRefused = tellEnded(refused);
export const tellRevoked = tellEnded(revoked);

interface OfCampaign {
  borrowerId: string;
  campaign: { activityId: string; skin: string; title: Text };
}
const tellOf =
  (notice: Notice<Named>) =>
  (services: Services, trx: Transaction, { borrowerId, campaign: { activityId, skin, title } }: OfCampaign) =>
    notify(services, trx, notice, {
      id: `${activityId}:${borrowerId}`,
      borrowerId,
      values: { activityId, skin, titleId: title.id, titleEn: title.en, titleZh: title.zh },
    });
/** That a campaign has opened: to who asked. */
export const tellOpened = tellOf(opened);
/** That a campaign ended before its day: to who takes part in it. */
export const tellStopped = tellOf(stopped);
