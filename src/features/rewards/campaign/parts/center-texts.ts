/** Words of the activity centre and of home about campaigns: things to do now, with prize and own state. */
import { defineTexts } from "#shared/texts.ts";

export const centerTexts = defineTexts({
  today1: { id: "1 hal untuk hari ini", en: "1 thing for today", zh: "今天有 1 件事" },
  today: { id: "{count} hal untuk hari ini", en: "{count} things for today", zh: "今天有 {count} 件事" },
  also: { id: "Bisa juga Anda ikuti", en: "You can also take part in", zh: "您还可以参加" },
  done: { id: "Sudah selesai hari ini", en: "Done for today", zh: "今日已完成" },
  rest: { id: "Lainnya", en: "Others", zh: "其他" },
  NOW: { id: "sekarang", en: "now", zh: "现在" },
  DONE: { id: "selesai hari ini", en: "done today", zh: "今日已完成" },
  OPEN: { id: "bisa ikut", en: "open", zh: "可参加" },
  TAKEN: { id: "sudah Anda ambil", en: "taken", zh: "已领取" },
  LATER: { id: "belum untuk Anda", en: "not yet for you", zh: "暂不可参加" },
  REST: { id: "Anda beristirahat", en: "you are on a break", zh: "暂停中" },
  press: {
    id: "Sekali tekan untuk semua event Anda",
    en: "One press for all your events",
    zh: "一次签到，计入您的所有活动",
  },
  tickets: { id: "{count} tiket menunggu", en: "Tickets waiting: {count}", zh: "{count} 张券待用" },
  pours: { id: "{count} siraman lagi", en: "Pours left: {count}", zh: "还差 {count} 次" },
  upTo: { id: "s.d. {prize}", en: "up to {prize}", zh: "最高 {prize}" },
  gains: { id: "+{prize}", en: "+{prize}", zh: "+{prize}" },
  all: { id: "Semua event dan hadiah", en: "All events and prizes", zh: "所有活动与奖品" },
  restingUntil: {
    id: "Anda beristirahat dari event sampai {day}.",
    en: "You are on a break from events until {day}.",
    zh: "您已暂停参加活动，至{day}。",
  },
  restingForGood: {
    id: "Anda beristirahat dari event untuk seterusnya. Hadiah dan poin Anda tetap milik Anda.",
    en: "You are on a break from events for good. Your prizes and points stay yours.",
    zh: "您已永久暂停参加活动，您的奖品和积分仍归您所有。",
  },
});
