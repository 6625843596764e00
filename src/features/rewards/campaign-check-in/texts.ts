import { pointDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Masuk harian", en: "Daily check-in", zh: "每日签到" },
  orderTitle: { id: "Masuk dan tugas", en: "Check-in and tasks", zh: "签到与任务" },
  streak: { id: "{count} hari berturut-turut", en: "{count} days in a row", zh: "连续 {count} 天" },
  begin: { id: "Hari pertama", en: "The first day", zh: "第一天" },
  today: {
    id: "Masuk hari ini, +{points} poin",
    en: "Check in today, +{points} points",
    zh: "今日签到 +{points} 积分",
  },
  lead: {
    id: "Sekali sehari, dihitung pukul 00.00 WIB. Hari ketujuh berturut-turut memberi {points} poin.",
    en: "Once a day, counted from 00:00 WIB. The seventh day in a row gives {points} points.",
    zh: "每天一次，自 00:00 WIB 起计算。连续第七天可得 {points} 积分。",
  },
  press: { id: "Masuk sekarang", en: "Check in now", zh: "立即签到" },
  yours: {
    id: `Poin Anda {points}. Berakhir ${pointDays} hari setelah gerak terakhir.`,
    en: `You have {points} points. They end ${pointDays} days after the last movement.`,
    zh: `您有 {points} 积分，最后一次变动后 ${pointDays} 天失效。`,
  },
  saved: { id: "Poin hari ini sudah masuk.", en: "Today's points are in.", zh: "今日积分已到账。" },
});
