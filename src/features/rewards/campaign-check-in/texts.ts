import { pointDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Check-in harian", en: "Daily check-in", zh: "每日签到" },
  orderTitle: { id: "Check-in dan tugas", en: "Check-in and tasks", zh: "签到与任务" },
  streak: { id: "{count} hari berturut-turut", en: "{count} days in a row", zh: "连续 {count} 天" },
  begin: { id: "Hari pertama", en: "The first day", zh: "第一天" },
  today: {
    id: "Check-in hari ini, +{points} poin",
    en: "Check in today, +{points} points",
    zh: "今日签到 +{points} 积分",
  },
  lead: {
    id: "Sekali sehari; hari baru mulai pukul 00.00 WIB. Hari ketujuh berturut-turut memberi {points} poin.",
    en: "Once a day; a new day begins at 00:00 WIB. The seventh day in a row gives {points} points.",
    zh: "每天一次，自 00:00 WIB 起计算。连续第七天可得 {points} 积分。",
  },
  press: { id: "Check-in", en: "Check in now", zh: "立即签到" },
  yours: {
    id: `Poin Anda {points}. Hangus kalau ${pointDays} hari tidak bertambah atau ditukar.`,
    en: `You have {points} points. They end when ${pointDays} days pass in which you neither earn nor exchange any.`,
    zh: `您有 {points} 积分，若 ${pointDays} 天内既未获得也未兑换积分则失效。`,
  },
  gained: {
    id: "+{points} poin! {days} hari berturut-turut.",
    en: "+{points} points! {days} days in a row.",
    zh: "+{points} 积分！连续 {days} 天。",
  },
  gainedFirst: {
    id: "+{points} poin! Hari pertama.",
    en: "+{points} points! Day one.",
    zh: "+{points} 积分！第一天。",
  },
  /** The points of a day were used up. */
  counted: {
    id: "Hari ini dihitung: {days} hari berturut-turut. Poin Anda hari ini sudah penuh.",
    en: "Today counts: {days} days in a row. Your points of today are full.",
    zh: "今日已计入：连续 {days} 天。您今天的积分已满。",
  },
  once: {
    id: "Satu check-in sehari untuk semua event yang Anda ikuti.",
    en: "One check-in a day counts in every event that you have joined.",
    zh: "每天签到一次，您参加的所有活动都会计入。",
  },
});
