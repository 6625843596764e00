import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Telur keberuntungan", en: "Lucky eggs", zh: "幸运蛋" },
  goldenTitle: { id: "Telur emas", en: "The golden egg", zh: "金蛋" },
  policyTitle: { id: "Ketentuan telur", en: "Terms of the eggs", zh: "幸运蛋条款" },
  tickets: {
    id: "{count} tiket · bisa buka {left} telur hari ini",
    en: "Tickets: {count} · {left} more eggs today",
    zh: "{count} 张券 · 今日还可开 {left} 颗",
  },
  promise: {
    id: "Check-in tiap hari memberi satu tiket, dan satu tiket membuka satu telur. Isinya sampai {best}.",
    en: "A daily check-in gives a ticket, and a ticket opens an egg. It holds up to {best}.",
    zh: "每日签到得一张券，一张券开一颗蛋，最高可得 {best}。",
  },
  promiseOfDay: {
    id: "Check-in tiap hari memberi satu tiket, dan satu tiket membuka satu telur.",
    en: "A daily check-in gives a ticket, and a ticket opens an egg.",
    zh: "每日签到得一张券，一张券开一颗蛋。",
  },
  choose: { id: "Ketuk satu telur", en: "Tap one egg", zh: "点选一颗蛋" },
  getTicketHeading: { id: "Ambil tiket hari ini", en: "Get today's ticket", zh: "领取今日抽奖券" },
  chooseLead: {
    id: "Pilihan Anda yang menentukan. Isi semua telur hari ini sudah disegel sebelum siapa pun memilih.",
    en: "Your choice decides. Today's contents were sealed before anyone chose.",
    zh: "您的选择决定结果。今日内容在任何人选择之前已封存。",
  },
  which: { id: "Pilih telur Anda", en: "Choose your egg", zh: "选哪一颗" },
  left: { id: "Kiri", en: "Left", zh: "左" },
  middle: { id: "Tengah", en: "Middle", zh: "中" },
  right: { id: "Kanan", en: "Right", zh: "右" },
  open: { id: "Buka telur", en: "Open the egg", zh: "打开" },
  openLeft: { id: "Buka telur kiri", en: "Open the left egg", zh: "打开左边的蛋" },
  openMiddle: { id: "Buka telur tengah", en: "Open the middle egg", zh: "打开中间的蛋" },
  openRight: { id: "Buka telur kanan", en: "Open the right egg", zh: "打开右边的蛋" },
  again: { id: "Buka satu lagi", en: "Open another", zh: "再开一颗" },
  getTicket: { id: "Ambil tiket hari ini", en: "Check in for 1 ticket", zh: "签到得 1 张券" },
  getTicketLead: {
    id: "Satu tiket untuk satu telur. Ambil tiket pertama hari ini, lalu pilih telurnya.",
    en: "One ticket opens one egg. Today's first one comes with your daily check-in.",
    zh: "一张券开一颗蛋。今日第一张券来自每日签到。",
  },
  others: { id: "Isi telur lainnya: {held}.", en: "The other eggs held: {held}.", zh: "其他蛋里是：{held}。" },
  othersEmpty: { id: "Telur lainnya kosong.", en: "The other eggs were empty.", zh: "其他蛋是空的。" },
  othersEmptyToo: { id: "Telur lainnya juga kosong.", en: "The other eggs were empty too.", zh: "其他蛋也是空的。" },
  agree: {
    id: "Saya sudah membaca dan menyetujui ketentuan event ini.",
    en: "I have read and agree to the terms of this event.",
    zh: "我已阅读并同意本活动条款。",
  },
  readTerms: { id: "Baca ketentuannya dulu", en: "Read the terms first", zh: "先阅读条款" },
  agreeAndPlay: { id: "Setuju dan lanjut", en: "Agree and continue", zh: "同意并继续" },
  termChoice: {
    id: "Telur yang Anda pilih menentukan hadiahnya. Yang lain baru terlihat sesudahnya.",
    en: "The egg that you choose decides the prize. The others are shown afterwards only.",
    zh: "您选择的蛋决定奖品，其余的蛋之后才显示。",
  },
  termDay: {
    id: "Banyaknya telur sehari ada di tabel, dihitung pukul 00.00 WIB. Tiket tidak dijual dan tidak bisa dipindahkan.",
    en: "The table says how many eggs a day, counted from 00:00 WIB. Tickets are not sold and cannot be transferred.",
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
