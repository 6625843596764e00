/** Texts about a prize: that it was given, its place and expiry, or that it is not given (yet). */
import { defineTexts } from "#shared/texts.ts";

export const wonTexts = defineTexts({
  youGet: { id: "Anda dapat", en: "You get", zh: "您获得" },
  cash: { id: "Sudah di dompet Anda.", en: "It is in your wallet.", zh: "已存入您的钱包。" },
  cashUntil: {
    id: "Sudah di dompet Anda, bisa ditarik sampai {day}.",
    en: "It is in your wallet and can be withdrawn until {day}.",
    zh: "已存入您的钱包，{day}前均可提现。",
  },
  taxPaid: { id: "Pajaknya sudah kami bayar.", en: "We have paid the tax on it.", zh: "税款已由我们缴纳。" },
  coupon: { id: "Kupon ini milik Anda.", en: "This coupon is yours.", zh: "此券归您所有。" },
  couponUntil: {
    id: "Kupon ini milik Anda, berlaku sampai {day}. Anda tidak wajib memakainya.",
    en: "This coupon is yours, valid until {day}. You do not have to use it.",
    zh: "此券归您所有，有效期至{day}。您不必使用。",
  },
  points: { id: "Sudah masuk ke poin Anda.", en: "They were added to your points.", zh: "已加入您的积分。" },
  pointsUntil: {
    id: "Sudah masuk ke poin Anda, yang berlaku sampai {day}.",
    en: "They were added to your points, which are valid until {day}.",
    zh: "已加入您的积分，有效期至{day}。",
  },
  phoneCredit: {
    id: "Isi pulsa dengan kode ini. Hanya Anda yang melihatnya.",
    en: "Top up your phone with this code. Only you see it.",
    zh: "使用此码充值话费，仅您可见。",
  },
  voucher: {
    id: "Tunjukkan kode ini ke kasir. Hanya Anda yang melihatnya.",
    en: "Show this code to the cashier. Only you see it.",
    zh: "向收银员出示此码，仅您可见。",
  },
  plusPoints: {
    id: "Ditambah {points} poin.",
    en: "And {points} points on top.",
    zh: "另加 {points} 积分。",
  },
  openWallet: { id: "Buka dompet", en: "Open the wallet", zh: "打开钱包" },
  withdraw: { id: "Tarik ke rekening", en: "Withdraw to my account", zh: "提现到银行账户" },
  seeCoupon: { id: "Lihat kupon", en: "See the coupon", zh: "查看优惠券" },
  seePoints: { id: "Lihat poin", en: "See my points", zh: "查看积分" },
  again: { id: "Buka satu lagi", en: "Open another", zh: "再开一颗" },
  revoked: { id: "Ditarik kembali", en: "Taken back", zh: "已收回" },
  notGiven: { id: "Tidak diberikan", en: "Not given", zh: "未发放" },
  checked: { id: "Sedang diperiksa", en: "Being checked", zh: "核查中" },
  PENDING: {
    id: "{prize} untuk Anda, tetapi belum diberikan.",
    en: "{prize} is for you, but not given yet.",
    zh: "{prize}是您的，尚未发放。",
  },
  HELD: {
    id: "{prize} untuk Anda sedang diperiksa, jadi belum diberikan.",
    en: "{prize} for you is being checked, and not given yet.",
    zh: "您的{prize}正在核查，尚未发放。",
  },
  REFUSED: { id: "{prize} tidak diberikan.", en: "{prize} was not given.", zh: "{prize}未发放。" },
  REVOKED: { id: "{prize} ditarik kembali.", en: "{prize} was taken back.", zh: "{prize}已收回。" },
  wishWon: {
    id: "Undian {day}: keinginan Anda dikabulkan, {prize}.",
    en: "Draw of {day}: your wish came true, {prize}.",
    zh: "{day}抽奖：您的心愿实现了，{prize}。",
  },
  wishLost: {
    id: "Undian {day}: belum kali ini. {winners} dari {entries} peserta menang; peluang Anda {points} dari {all} poin.",
    en: "Draw of {day}: not this time. {winners} of {entries} participants won; your chance was {points} of {all} points.",
    zh: "{day}抽奖：这次未中。{entries} 位参与者中 {winners} 位获奖；您的机会为 {all} 积分中的 {points}。",
  },
  playWon: {
    id: "Hasil terakhir Anda, {day}: {prize}.",
    en: "Your last result, {day}: {prize}.",
    zh: "您最近一次结果（{day}）：{prize}。",
  },
  playLost: {
    id: "Hasil terakhir Anda, {day}: kosong.",
    en: "Your last result, {day}: empty.",
    zh: "您最近一次结果（{day}）：未中奖。",
  },
  seeResult: { id: "Lihat hasilnya", en: "See the result", zh: "查看结果" },
  proofOf: { id: "Lihat buktinya", en: "See the proof", zh: "查看证明" },
});
