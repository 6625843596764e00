/** What is said of a campaign that is over, while prizes that were earned by then can still be fetched, and afterwards. */
import { defineTexts } from "#shared/texts.ts";

export const lateTexts = defineTexts({
  claimLate: {
    id: "Event ini sudah berakhir, tetapi yang sudah Anda penuhi masih dapat diambil sampai {day}. Sesudah hari itu gugur dan tidak diganti.",
    en: "This event has ended, but what you have earned can still be fetched until {day}. After that day it lapses and is not replaced.",
    zh: "活动已结束，但您已获得的奖品仍可领取至{day}。逾期作废，不予补发。",
  },
  claimLateTitle: { id: "Masih dapat diambil", en: "Still yours to fetch", zh: "仍可领取" },
  endedClaims: {
    id: "Event ini sudah selesai. Yang syaratnya sudah terpenuhi sebelum berakhir dapat diambil pemiliknya sampai {day}.",
    en: "This event has ended. Whoever had earned a prize by then can fetch it until {day}.",
    zh: "活动已结束。结束前已满足条件者可领取奖品至{day}。",
  },
  endedClosed: {
    id: "Event ini sudah selesai, dan hari terakhir pengambilan ({day}) sudah lewat. Hadiah yang sudah Anda dapat tetap milik Anda.",
    en: "This event has ended, and the last day for fetching prizes ({day}) is over. Prizes that you got stay yours.",
    zh: "活动已结束，最后领取日（{day}）已过。您已获得的奖品仍归您所有。",
  },
});
