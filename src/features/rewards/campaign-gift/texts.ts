import { payoutMinutes } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  newTitle: { id: "Hadiah selamat datang", en: "Welcome gift", zh: "新人礼" },
  orderTitle: { id: "Hadiah lunas", en: "Gift for repaying", zh: "还清礼" },
  orderLead: {
    id: "Terima kasih sudah lunas tanpa terlambat. Pilih satu hadiah.",
    en: "Thank you for repaying without being late. Choose one gift.",
    zh: "感谢您按时还清。请选择一份礼物。",
  },
  orderButton: { id: "Ambil hadiah pilihan", en: "Take the chosen gift", zh: "领取所选礼物" },
  freeTitle: { id: "Pinjaman Tanpa Bunga", en: "A loan without interest", zh: "免息借款" },
  freePaidOut: {
    id: `Setelah ditandatangani, dana cair dalam ${payoutMinutes} menit.`,
    en: `Once signed, it is paid out within ${payoutMinutes} minutes.`,
    zh: `签约后 ${payoutMinutes} 分钟内放款。`,
  },
  freeTold: {
    id: "Denda keterlambatan tetap berlaku, dan penilaian pengajuan tidak berubah.",
    en: "The late fee still applies, and the assessment is the same.",
    zh: "逾期费用照常适用，审核标准不变。",
  },
  freeButton: { id: "Ambil kupon tanpa bunga", en: "Take the coupon", zh: "领取免息券" },
  coffeeTitle: { id: "Secangkir kopi", en: "A cup of coffee", zh: "一杯咖啡" },
  coffeeRules: { id: "Aturan kopi", en: "Rules of the coffee", zh: "咖啡活动规则" },
  coffeeCode: { id: "Kode gerai", en: "The café's code", zh: "门店代码" },
  coffeeDigit: { id: "Angka ke-{place}", en: "Digit {place}", zh: "第 {place} 位" },
});
