/** Conditions of a coupon in whole sentences, shown when it is offered, chosen and given. */
import { defineTexts } from "#shared/texts.ts";

export const couponConditionTexts = defineTexts({
  firstLoan: { id: "Hanya untuk pinjaman pertama.", en: "For a first loan only.", zh: "仅限首次借款。" },
  loanFrom: { id: "Untuk pinjaman mulai {min}.", en: "For loans from {min}.", zh: "适用于 {min} 起的借款。" },
  loanBetween: {
    id: "Untuk pinjaman {min} sampai {max}.",
    en: "For loans of {min} to {max}.",
    zh: "适用于 {min} 至 {max} 的借款。",
  },
  tenor: { id: "Jangka waktu paling lama {days} hari.", en: "For {days} days at most.", zh: "期限最长 {days} 天。" },
  atMost: { id: "Hemat paling banyak {amount}.", en: "It saves {amount} at most.", zh: "最多节省 {amount}。" },
  lateFee: {
    id: "Denda keterlambatan tetap berlaku.",
    en: "The late fee stays as it is.",
    zh: "逾期费照常计收。",
  },
  onePerLoan: { id: "Satu kupon untuk satu pinjaman.", en: "One coupon a loan.", zh: "每笔借款限用一张优惠券。" },
  usedBySending: {
    id: "Langsung terpakai saat pengajuan dikirim, walaupun kemudian batal atau ditolak.",
    en: "Sending the application uses it up, even if the application is cancelled or rejected afterwards.",
    zh: "提交申请即视为使用，即使之后取消或被拒也不退还。",
  },
  comesBack: {
    id: "Kembali kepada Anda kalau pengajuannya batal atau ditolak selama masih berlaku.",
    en: "It comes back to you where the application is cancelled or refused while it is valid.",
    zh: "申请取消或被拒时，有效期内的优惠券会退回给您。",
  },
  valid: {
    id: "Berlaku {days} hari sejak didapat.",
    en: "Valid for {days} days once obtained.",
    zh: "获得后 {days} 天内有效。",
  },
});
