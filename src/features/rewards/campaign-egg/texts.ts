import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Telur keberuntungan", en: "Lucky eggs", zh: "幸运蛋" },
  goldenTitle: { id: "Telur emas", en: "The golden egg", zh: "金蛋" },
  policyTitle: { id: "Ketentuan telur", en: "Terms of the eggs", zh: "幸运蛋条款" },
  tickets: {
    id: "{count} tiket · {left} kali lagi hari ini",
    en: "Tickets: {count} · {left} more today",
    zh: "{count} 张券 · 今日还可 {left} 次",
  },
  choose: { id: "Pilih satu telur", en: "Choose one egg", zh: "选一颗蛋" },
  chooseLead: {
    id: "Yang Anda pilih yang menentukan. Isi hari ini sudah dikunci sebelum ada yang memilih.",
    en: "What you choose decides. What today holds was sealed before anybody chose.",
    zh: "您的选择决定结果。今日内容在任何人选择之前已封存。",
  },
  which: { id: "Telur yang mana", en: "Which egg", zh: "选哪一颗" },
  left: { id: "Kiri", en: "Left", zh: "左" },
  middle: { id: "Tengah", en: "Middle", zh: "中" },
  right: { id: "Kanan", en: "Right", zh: "右" },
  open: { id: "Buka telur", en: "Open the egg", zh: "打开" },
  again: { id: "Buka satu lagi", en: "Open another", zh: "再开一颗" },
  getTicket: { id: "Masuk hari ini, dapat 1 tiket", en: "Check in for 1 ticket", zh: "签到得 1 张券" },
  getTicketLead: {
    id: "Satu tiket membuka satu telur. Tiket pertama hari ini datang dari masuk harian.",
    en: "One ticket opens one egg. Today's first one comes with your daily check-in.",
    zh: "一张券开一颗蛋。今日第一张券来自每日签到。",
  },
  others: { id: "Isi telur lainnya: {held}.", en: "The other eggs held: {held}.", zh: "其他蛋里是：{held}。" },
  agree: {
    id: "Saya sudah membaca dan menyetujui ketentuan event ini.",
    en: "I have read and agree to the terms of this event.",
    zh: "我已阅读并同意本活动条款。",
  },
  agreeAndPlay: { id: "Setuju dan lanjut", en: "Agree and go on", zh: "同意并继续" },
  termChoice: {
    id: "Telur yang Anda pilih menentukan hadiahnya. Yang lain baru terlihat sesudahnya.",
    en: "The egg that you choose decides the prize. The others are shown afterwards only.",
    zh: "您选择的蛋决定奖品，其余的蛋之后才显示。",
  },
  termDay: {
    id: "Banyaknya telur sehari ada di tabel, dihitung pukul 00.00 WIB. Tiket tidak dijual dan tidak dapat dipindahkan.",
    en: "The table says how many eggs a day, counted from 00:00 WIB. Tickets are not sold and cannot be passed on.",
    zh: "每日可开蛋数见表，自 00:00 WIB 起计算。抽奖券不出售、不可转让。",
  },
  termStock: {
    id: "Jika satu hadiah sudah habis hari itu, hadiah berikutnya di daftar yang diberikan.",
    en: "Where a prize is gone for the day, the next one of the list is given.",
    zh: "某奖品当日领完时，将顺延发放列表中的下一项。",
  },
  termWho: {
    id: "Untuk orang dewasa dengan identitas terverifikasi.",
    en: "For adults with a verified identity.",
    zh: "仅限身份已验证的成年人。",
  },
});
