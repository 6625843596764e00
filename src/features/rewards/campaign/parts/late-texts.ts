/** Texts of a campaign that is over, while earned prizes can still be claimed, and afterwards. */
import { defineTexts } from "#shared/texts.ts";

export const lateTexts = defineTexts({
  claimLate: {
    id: "Event ini sudah berakhir, tetapi yang sudah Anda penuhi masih bisa diambil sampai {day}. Sesudah hari itu hangus dan tidak diganti.",
    en: "This event has ended, but you can still claim what you have earned until {day}. After that day it lapses and is not replaced.",
    zh: "活动已结束，但您已获得的奖品仍可领取至{day}。逾期作废，不予补发。",
  },
  endedEarly: {
    id: "Kami mengakhiri event ini lebih awal, pada {when}.",
    en: "We ended this event early, on {when}.",
    zh: "我们已于 {when} 提前结束本活动。",
  },
  claimLateTitle: { id: "Masih bisa diambil", en: "You can still claim it", zh: "仍可领取" },
  endedClaims: {
    id: "Event ini sudah selesai. Hadiah yang syaratnya terpenuhi sebelum event berakhir bisa diambil sampai {day}.",
    en: "This event has ended. Prizes earned by then can be claimed until {day}.",
    zh: "活动已结束。结束前已满足条件者可领取奖品至{day}。",
  },
  endedClosed: {
    id: "Event ini sudah selesai, dan hari terakhir pengambilan ({day}) sudah lewat. Hadiah yang sudah Anda dapat tetap milik Anda.",
    en: "This event has ended, and the last day for claiming prizes ({day}) is over. The prizes that you won stay yours.",
    zh: "活动已结束，最后领取日（{day}）已过。您已获得的奖品仍归您所有。",
  },
  ticketsLapsed: {
    id: "Tiket Anda yang belum dipakai ({count}) ikut berakhir.",
    en: "Tickets that you had not used ({count}) ended with it.",
    zh: "您未使用的抽奖机会（{count}）已随活动结束。",
  },
});
