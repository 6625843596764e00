/** Notices to borrowers about prizes: won, under review, refused, taken back; SMS never contain an amount. // Product decisions, rewards 11 */
import {
  defineNotice,
  notify,
  withLink,
  type NoticeDefinition,
  type NoticeTexts,
} from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { rewardReviewDays } from "#shared/promised-times.ts";
import type { Text } from "#shared/texts.ts";
import type { AwardEndReason } from "../contract.ts";
import { prizeWords } from "../prize-contract.ts";
import type { Prize } from "../rules-contract.ts";
import { pathNaming } from "../skins-contract.ts";
import { awardWithEvent } from "./held-store.ts";

const outside = ["INBOX", "WHATSAPP", "SMS"] as const;
const lead: Text = { id: "Rincian:", en: "Details:", zh: "详情：" };

/** The award in the words of each language, and the event's page with it. Notices of earlier releases hold neither prize nor title. */
type OfAward = {
  kind: Prize["kind"];
  path: string;
  prizeId: string;
  prizeEn: string;
  prizeZh: string;
  titleId: string;
  titleEn: string;
  titleZh: string;
};
const exampleAward: OfAward = {
  kind: "CASH",
  path: "/webview/golden-egg?award=01900000-0000-7000-8000-000000000000",
  prizeId: "Rp 1.000.000 tunai",
  prizeEn: "Rp 1.000.000 in cash",
  prizeZh: "现金 Rp 1.000.000",
  titleId: "Telur emas",
  titleEn: "Golden egg",
  titleZh: "金蛋",
};
const eventOf = ({ values: { path } }: { values: { path?: string } }) => ({
  path: (path || "/webview/activity-center") as `/webview/${string}`,
});
const namedPrize: Text = { id: "{prizeId} dari {titleId}", en: "{prizeEn} from {titleEn}", zh: "{titleZh}：{prizeZh}" };

/** Where a prize of each kind is, as its winner reads it. */
const places: Readonly<Record<Exclude<Prize["kind"], "NOTHING">, Text>> = {
  CASH: { id: "sudah di dompet Anda", en: "is in your wallet", zh: "已存入您的钱包" },
  POINTS: { id: "sudah masuk ke poin Anda", en: "has been added to your points", zh: "已计入您的积分" },
  COUPON: { id: "sudah siap dipakai", en: "is ready to use", zh: "已可使用" },
  VOUCHER: {
    id: "sudah milik Anda; kodenya ada di halaman event",
    en: "is yours; the event's page shows its code",
    zh: "已归您所有，兑换码见活动页面",
  },
  TICKET: { id: "sudah siap dipakai", en: "is ready to use", zh: "已可使用" },
};
const prizeSms: Text = {
  id: "{brand}: hadiah event Anda sudah diberikan. Rincian: {link}",
  en: "{brand}: your event prize has been given. Details: {link}",
  zh: "{brand}：您的活动奖品已发放。{link}",
};
function prizeTexts(title: Text, body: Text): NoticeTexts {
  return { title, body, sms: prizeSms, whatsapp: withLink(body, lead) };
}

const prize = defineNotice<OfAward>({
  kind: "campaign.prize",
  topic: "REWARD",
  channels: outside,
  link: eventOf,
  example: exampleAward,
  texts: prizeTexts(
    { id: "Anda menang", en: "You have won", zh: "您中奖了" },
    {
      id: "Anda menang di sebuah event, dan hadiahnya sudah menjadi milik Anda. Halaman event menjelaskan cara hasilnya diperoleh.",
      en: "You have won in an event, and the prize is yours. The event's page explains how the result came about.",
      zh: "您在活动中获奖，奖品已归您所有。活动页面说明了结果的产生方式。",
    },
  ),
  variants: Object.fromEntries(
    Object.entries(places).map(([kind, place]) => [
      kind,
      prizeTexts(namedPrize, {
        id: `Selamat! {prizeId} dari {titleId} ${place.id}. Halaman event menjelaskan cara hasilnya diperoleh.`,
        en: `Congratulations! {prizeEn} from {titleEn} ${place.en}. The event's page explains how the result came about.`,
        zh: `恭喜！您在 {titleZh} 中获得的 {prizeZh} ${place.zh}。活动页面说明了结果的产生方式。`,
      }),
    ]),
  ),
  prepare: async (_services, { values }) => ({ values, variant: values.kind }),
});

const held = defineNotice<OfAward>({
  kind: "campaign.award_held",
  topic: "REWARD",
  channels: ["INBOX"],
  link: eventOf,
  example: exampleAward,
  texts: heldTexts({ id: "Hadiah Anda sedang diperiksa", en: "Your prize is being checked", zh: "您的奖品正在核查" }),
  variants: {
    NAMED: heldTexts({
      id: "{prizeId} dari {titleId} sedang diperiksa",
      en: "{prizeEn} from {titleEn} is being checked",
      zh: "{titleZh} 的 {prizeZh} 正在核查",
    }),
  },
  prepare: async (_services, { values }) => ({ values, variant: "NAMED" }),
});

function heldTexts(title: Text): NoticeTexts {
  return {
    title,
    body: {
      id: `Sebelum diberikan, hadiah ini diperiksa seorang petugas, paling lama ${rewardReviewDays} hari kerja. Ini bukan penolakan, dan Anda tidak perlu berbuat apa-apa.`,
      en: `Our staff check this prize before it is given, within ${rewardReviewDays} working days. This is not a refusal, and you do not need to do anything.`,
      zh: `发放前由工作人员核查，最长 ${rewardReviewDays} 个工作日。这不是拒绝，您无需操作。`,
    },
  };
}

const reasons: Readonly<Record<AwardEndReason, Text>> = {
  SAME_PERSON: {
    id: "satu orang ikut dengan lebih dari satu akun",
    en: "one person took part with more than one account",
    zh: "同一人使用了多个账户参加",
  },
  ARRANGED: {
    id: "keikutsertaan diatur bersama akun lain",
    en: "accounts took part by arrangement",
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
type Ended = OfAward & { reason: AwardEndReason };

const endedTexts = (title: Text, what: Text, reason: Text): NoticeTexts => ({
  title,
  body: {
    id: `${what.id} Alasannya: ${reason.id}. Tidak setuju? Ajukan pengaduan, dan petugas lain akan memeriksanya lagi.`,
    en: `${what.en} The reason: ${reason.en}. If you disagree, file a complaint, and another person will check it again.`,
    zh: `${what.zh}原因：${reason.zh}。如有异议，请提交投诉，由其他人员重新核查。`,
  },
});

/** The words of an award's end: `earlier` for notices of earlier releases, which hold neither prize nor title. */
function endedNotice(kind: string, title: Text, earlier: Text, named: Text): NoticeDefinition<Ended> {
  const variants = Object.fromEntries(
    Object.entries(reasons).flatMap(([reason, text]) => [
      [reason, endedTexts(title, earlier, text)],
      [`${reason}_NAMED`, endedTexts(title, named, text)],
    ]),
  );
  return defineNotice<Ended>({
    kind,
    topic: "ACCOUNT",
    channels: ["INBOX"],
    link: () => ({ path: "/webview/customer-service/complaint" }),
    example: { ...exampleAward, reason: "SAME_PERSON" },
    texts: endedTexts(title, earlier, reasons.TERMS_NOT_MET),
    variants,
    prepare: async (_services, { values }) => ({ values, variant: `${values.reason}_NAMED` }),
  });
}

const refused = endedNotice(
  "campaign.award_refused",
  { id: "Hadiah tidak diberikan", en: "A prize is not given", zh: "奖品未发放" },
  {
    id: "Setelah diperiksa, sebuah hadiah event tidak diberikan.",
    en: "After a check, an event prize is not given.",
    zh: "经核查，一项活动奖品未予发放。",
  },
  {
    id: "Setelah diperiksa, {prizeId} dari {titleId} tidak diberikan.",
    en: "After a check, {prizeEn} from {titleEn} is not given.",
    zh: "经核查，{titleZh} 的 {prizeZh} 未予发放。",
  },
);
const revoked = endedNotice(
  "campaign.award_revoked",
  { id: "Hadiah ditarik kembali", en: "A prize was taken back", zh: "奖品已收回" },
  {
    id: "Sebuah hadiah event ditarik kembali, hanya sebesar yang masih tersisa. Ini tidak pernah menjadi utang.",
    en: "An event prize was taken back, only as much as was left. It never becomes a debt.",
    zh: "一项活动奖品已收回，以现有部分为限，绝不会成为债务。",
  },
  {
    id: "{prizeId} dari {titleId} ditarik kembali, hanya sebesar yang masih tersisa. Ini tidak pernah menjadi utang.",
    en: "{prizeEn} from {titleEn} was taken back, only as much as was left. It never becomes a debt.",
    zh: "{titleZh} 的 {prizeZh} 已收回，以现有部分为限，绝不会成为债务。",
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

/** Promotion that the person requested: topic NEWS keeps contact hours, and can be muted like all news. */
const opened = defineNotice<Named>({
  kind: "campaign.opened",
  topic: "NEWS",
  channels: outside,
  link: ({ values: { activityId, skin } }) => ({ path: pathNaming(skin, activityId) }),
  example: exampleName,
  texts: {
    title: {
      id: "Event yang Anda tunggu sudah dibuka",
      en: "The event you waited for is open",
      zh: "您等待的活动已开始",
    },
    body: {
      id: "{titleId} sudah dibuka. Kami mengingatkan karena Anda memintanya, sekali ini saja. Syarat dan ketentuan berlaku.",
      en: "{titleEn} is open. You asked for this one reminder. Terms apply.",
      zh: "{titleZh} 已开始。应您的要求，仅提醒这一次。适用活动条款。",
    },
    sms: {
      id: "{brand}: event yang Anda minta diingatkan sudah dibuka. S&K berlaku. {link}",
      en: "{brand}: the event that you wanted a reminder for is open. Terms apply. {link}",
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
    title: { id: "Sebuah event dihentikan lebih awal", en: "An event was stopped early", zh: "一项活动提前结束" },
    body: {
      id: "{titleId} dihentikan lebih awal. Hadiah yang sudah Anda dapat tetap milik Anda, dan tidak ada yang perlu Anda lakukan.",
      en: "{titleEn} was stopped early. The prizes that you have won stay yours, and you do not need to do anything.",
      zh: "{titleZh} 提前结束。您已获得的奖品仍归您所有，无需任何操作。",
    },
  },
});

export const notices = [
  prize,
  held,
  refused,
  revoked,
  opened,
  stopped,
] as unknown as readonly NoticeDefinition<never>[];

interface About {
  borrowerId: string;
  awardId: string;
}

/** @throws NoResultError for an award that is not there: it is written in this transaction or before */
async function wordsOf(trx: Transaction, awardId: string): Promise<OfAward> {
  const { prize: won, title, skin, activityId } = await awardWithEvent(trx, awardId);
  const [prizeId, prizeEn, prizeZh] = (["id", "en", "zh"] as const).map((language) => prizeWords(won, language));
  const path = pathNaming(skin, activityId);
  return {
    kind: won.kind,
    path: `${path}${path.includes("?") ? "&" : "?"}award=${awardId}`,
    prizeId: prizeId!,
    prizeEn: prizeEn!,
    prizeZh: prizeZh!,
    titleId: title.id,
    titleEn: title.en,
    titleZh: title.zh,
  };
}

const tellOfAward =
  (notice: NoticeDefinition<OfAward>) =>
  async (services: Services, trx: Transaction, { borrowerId, awardId }: About): Promise<boolean> =>
    notify(services, trx, notice, { id: awardId, borrowerId, values: await wordsOf(trx, awardId) });
/** Notice of a prize: prize, event and place, with a link to the event's page with this award. */
export const notifyPrize = tellOfAward(prize);
export const notifyAwardHeld = tellOfAward(held);

const tellEnded =
  (notice: NoticeDefinition<Ended>) =>
  async (services: Services, trx: Transaction, { borrowerId, awardId, reason }: About & { reason: AwardEndReason }) =>
    notify(services, trx, notice, { id: awardId, borrowerId, values: { ...(await wordsOf(trx, awardId)), reason } });
export const notifyAwardRefused = tellEnded(refused);
export const notifyAwardRevoked = tellEnded(revoked);

interface OfCampaign {
  borrowerId: string;
  campaign: { activityId: string; skin: string; title: Text };
}
const tellOf =
  (notice: NoticeDefinition<Named>) =>
  (services: Services, trx: Transaction, { borrowerId, campaign: { activityId, skin, title } }: OfCampaign) =>
    notify(services, trx, notice, {
      id: `${activityId}:${borrowerId}`,
      borrowerId,
      values: { activityId, skin, titleId: title.id, titleEn: title.en, titleZh: title.zh },
    });
/** Notice that a campaign has opened, for people with a reminder. */
export const notifyCampaignOpened = tellOf(opened);
/** Notice that a campaign ended early, for its participants. */
export const notifyCampaignStopped = tellOf(stopped);
