import { freeLoanDays, newcomerDays, payoutMinutes } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  newTitle: { id: "Hadiah selamat datang", en: "Welcome gift", zh: "新人礼" },
  newLead: {
    id: `Untuk yang melengkapi profil dan memasang kata sandi dalam ${newcomerDays} hari sejak mendaftar. Tidak perlu meminjam.`,
    en: `For completing your profile and setting a password within ${newcomerDays} days of registering. No loan is needed.`,
    zh: `注册后 ${newcomerDays} 天内填写资料并设置密码即可领取，无需借款。`,
  },
  newButton: { id: "Ambil hadiah", en: "Take the gift", zh: "领取礼物" },
  orderTitle: { id: "Hadiah lunas", en: "Gift for repaying", zh: "还清礼" },
  orderLead: {
    id: "Terima kasih sudah lunas tanpa terlambat. Pilih satu hadiah.",
    en: "Thank you for repaying without being late. Choose one gift.",
    zh: "感谢您按时还清。请选择一份礼物。",
  },
  orderButton: { id: "Ambil hadiah pilihan", en: "Take the chosen gift", zh: "领取所选礼物" },
  freeTitle: { id: "Pinjaman Tanpa Bunga", en: "A loan without interest", zh: "免息借款" },
  freeLead: {
    id: `Kupon tanpa bunga untuk pinjaman pertama sampai Rp 1.000.000 selama ${freeLoanDays} hari. Setelah ditandatangani, dana cair dalam ${payoutMinutes} menit.`,
    en: `A coupon without interest for a first loan of up to Rp 1.000.000 for ${freeLoanDays} days. Once signed, it is paid out within ${payoutMinutes} minutes.`,
    zh: `首笔借款最高 Rp 1.000.000、${freeLoanDays} 天免息。签约后 ${payoutMinutes} 分钟内放款。`,
  },
  freeTold: {
    id: "Kupon terpakai begitu pengajuan dikirim, juga bila dibatalkan atau ditolak. Denda keterlambatan tetap berlaku, dan penilaian pengajuan tidak berubah.",
    en: "The coupon is used by sending the application, also where it is cancelled or refused. The late fee still applies, and the assessment is the same.",
    zh: "提交申请即视为使用，取消或被拒也不退还。逾期费用照常适用，审核标准不变。",
  },
  freeButton: { id: "Ambil kupon tanpa bunga", en: "Take the coupon", zh: "领取免息券" },
  coffeeTitle: { id: "Secangkir kopi", en: "A cup of coffee", zh: "一杯咖啡" },
  coffeeRules: { id: "Aturan kopi", en: "Rules of the coffee", zh: "咖啡活动规则" },
  coffeeLead: {
    id: "Tunjukkan halaman ini di gerai dan isi empat angka dari kasir. Sekali untuk setiap orang.",
    en: "Show this page at the café and enter the cashier's four digits. Once for each person.",
    zh: "在门店出示本页并输入收银员提供的四位数字。每人限一次。",
  },
  coffeeCode: { id: "Kode gerai", en: "The café's code", zh: "门店代码" },
  coffeeDigit: { id: "Angka ke-{place}", en: "Digit {place}", zh: "第 {place} 位" },
  coffeeButton: { id: "Ambil voucher kopi", en: "Take the coffee voucher", zh: "领取咖啡券" },
  coffeeTerm: {
    id: "Paling banyak 100 voucher sehari. Kode gerai dapat dicoba 5 kali sehari.",
    en: "At most 100 vouchers a day. The café's code can be tried 5 times a day.",
    zh: "每天最多 100 张券，门店代码每天可尝试 5 次。",
  },
});
