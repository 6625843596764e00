import { defineTexts } from "#shared/texts.ts";
import type { UnusableReason } from "./contract.ts";

export const texts = defineTexts({
  instructions: { id: "Cara memakai kupon", en: "How to use a coupon", zh: "优惠券使用说明" },
  own: { id: "Kupon Anda", en: "Your coupons", zh: "您的优惠券" },
  ownNoneBody: {
    id: "Kupon yang Anda ambil atau menangkan muncul di sini, dengan masa berlakunya.",
    en: "Coupons that you claim or win appear here, with how long they are valid.",
    zh: "您领取或赢得的优惠券及其有效期会显示在这里。",
  },
  OBTAINABLE: { id: "Bisa diambil", en: "Can be claimed", zh: "可领取" },
  UNOBTAINABLE: { id: "Tidak bisa diambil", en: "Cannot be claimed", zh: "不可领取" },
  OBTAINED: { id: "Siap dipakai", en: "Ready to use", zh: "可使用" },
  RESERVED: { id: "Ikut dalam pengajuan", en: "Part of an application", zh: "已用于申请" },
  USED: { id: "Sudah dipakai", en: "Used", zh: "已使用" },
  OVER: { id: "Berakhir", en: "Ended", zh: "已过期" },
  TAKEN_BACK: { id: "Ditarik kembali", en: "Taken back", zh: "已收回" },
  elsewhere: { id: "Kupon dari event lain", en: "Coupons of other events", zh: "其他活动的优惠券" },
  why_NOT_ELIGIBLE: {
    id: "Syaratnya belum terpenuhi.",
    en: "Its conditions are not met yet.",
    zh: "尚未满足条件。",
  },
  why_OUT_OF_STOCK: { id: "Kuponnya sudah habis.", en: "None of them is left.", zh: "优惠券已领完。" },
  why_DONE_ALREADY: {
    id: "Sudah Anda ambil.",
    en: "You have claimed it.",
    zh: "您已领取。",
  },
  why_NOT_OPEN: { id: "Eventnya belum dibuka.", en: "Its event has not opened yet.", zh: "活动尚未开始。" },
  why_ENDED: { id: "Masa berlakunya sudah habis.", en: "Its validity has ended.", zh: "有效期已过。" },
  why_WITHDRAWN: {
    id: "Kupon ini ditarik kembali; alasannya ada di menu Pesan.",
    en: "It was withdrawn; see Messages for the reason.",
    zh: "该优惠券已收回，原因见“消息”。",
  },
  validUntil: { id: "Berlaku sampai", en: "Valid until", zh: "有效期至" },
  from: { id: "mulai {day}", en: "from {day} on", zh: "{day} 起" },
  ofLoan: { id: "Lihat pinjamannya", en: "See the loan", zh: "查看借款" },
  useHeading: { id: "Pakai untuk tagihan Anda", en: "Use one on your bill", zh: "用于您的账单" },
  useLead: {
    id: "Mengurangi bunga cicilan berikutnya ({day}) dari pinjaman {loan}, seketika. Satu kupon untuk satu pinjaman, dan tidak bisa dibatalkan.",
    en: "Takes off the interest of the next instalment ({day}) of loan {loan}, at once. One coupon a loan, and it cannot be undone.",
    zh: "立即抵扣借款 {loan} 下一期（{day}）的利息。每笔借款限用一张，且不可撤销。",
  },
  useWhich: { id: "Kupon", en: "Coupon", zh: "优惠券" },
  useButton: { id: "Pakai di tagihan ini", en: "Use it on this bill", zh: "用于此账单" },
  usedNow: {
    id: "Kupon sudah dipakai. Potongannya terlihat di tagihan Anda.",
    en: "The coupon has been used. Your bill shows what it took off.",
    zh: "优惠券已使用，抵扣金额见您的账单。",
  },
  toHome: { id: "Lihat pinjaman saya", en: "See my loan", zh: "查看我的借款" },
  ruleTitle: { id: "Ketentuan kupon", en: "Coupon rules", zh: "优惠券规则" },
  ruleLead: {
    id: "Kupon mengurangi bunga pinjaman. Ketentuan ini berlaku hari ini; kupon yang sudah Anda miliki tetap seperti saat didapat.",
    en: "A coupon takes interest off a loan. These rules hold today; a coupon that you have stays as it was when you got it.",
    zh: "优惠券用于抵扣借款利息。以下为今日规则；您已领取的优惠券保持领取时的条件。",
  },
  INTEREST_FIXED: { id: "Potongan bunga {rupiah}", en: "{rupiah} off the interest", zh: "利息减免 {rupiah}" },
  INTEREST_PERCENT: {
    id: "Potongan bunga {share}, paling banyak {rupiah}",
    en: "{share} off the interest, at most {rupiah}",
    zh: "利息减免 {share}，最多 {rupiah}",
  },
  INTEREST_FREE: {
    id: "Bebas bunga (hemat sampai {rupiah})",
    en: "Without interest, at most {rupiah}",
    zh: "免息，最多 {rupiah}",
  },
  minLoan: { id: "Pinjaman paling sedikit", en: "Smallest loan", zh: "最低借款金额" },
  maxLoan: { id: "Pinjaman paling banyak", en: "Largest loan", zh: "最高借款金额" },
  maxTenor: { id: "Jangka waktu paling lama", en: "Longest tenor", zh: "最长期限" },
  days: { id: "{count} hari", en: "{count} days", zh: "{count} 天" },
  firstLoan: { id: "Hanya pinjaman pertama", en: "First loan only", zh: "仅限首次借款" },
  yes: { id: "Ya", en: "Yes", zh: "是" },
  usedBySubmission: {
    id: "Terpakai saat pengajuan dikirim, apa pun hasilnya",
    en: "Used up when the application is sent, whatever its result",
    zh: "提交申请即视为已使用，无论结果如何",
  },
  use: { id: "Dipakai untuk", en: "Used on", zh: "使用场景" },
  APPLICATION: { id: "pengajuan baru", en: "a new application", zh: "新申请" },
  BILL: { id: "tagihan berjalan", en: "a running bill", zh: "进行中的账单" },
  BOTH: { id: "pengajuan baru atau tagihan", en: "a new application or a bill", zh: "新申请或账单" },
  validity: { id: "Berlaku", en: "Valid for", zh: "有效期" },
  general: { id: "Berlaku untuk semua kupon", en: "For every coupon", zh: "所有优惠券通用" },
  ruleOne: { id: "Satu kupon untuk satu pinjaman.", en: "One coupon a loan.", zh: "每笔借款限用一张优惠券。" },
  ruleInterest: {
    id: "Kupon hanya mengurangi bunga: bukan pokok, bukan denda, dan tidak bisa ditukar uang.",
    en: "A coupon only reduces interest: no principal, no late fee, and it is never cash.",
    zh: "优惠券仅抵扣利息，不抵扣本金和逾期费，不可兑现。",
  },
  ruleBack: {
    id: "Pengajuan yang ditolak atau dibatalkan mengembalikan kupon selama masih berlaku, kecuali kupon bebas bunga.",
    en: "An application that is refused or cancelled gives the coupon back while it is valid, except the one without interest.",
    zh: "申请被拒或取消时，有效期内的优惠券将退回，免息券除外。",
  },
  rulePayoff: {
    id: "Melunasi lebih awal: potongan tidak pernah lebih dari bunga yang berjalan.",
    en: "Paid off early: the discount is never more than the interest that has run.",
    zh: "提前结清：抵扣不超过已产生的利息。",
  },
});

/** Why a coupon cannot be used: whole sentences. */
export const unusableTexts = {
  RESERVED: {
    id: "Kupon ini sudah ikut dalam sebuah pengajuan.",
    en: "It is part of an application already.",
    zh: "该优惠券已用于另一笔申请。",
  },
  USED: { id: "Kupon ini sudah terpakai.", en: "It has been used.", zh: "该优惠券已使用。" },
  ENDED: { id: "Masa berlakunya sudah habis.", en: "Its validity has ended.", zh: "该优惠券已过期。" },
  NOT_YET: { id: "Kupon ini belum bisa dipakai.", en: "It cannot be used yet.", zh: "该优惠券尚未生效。" },
  APPLICATION_ONLY: {
    id: "Kupon ini hanya untuk pengajuan baru.",
    en: "It is for a new application only.",
    zh: "该优惠券仅用于新申请。",
  },
  BILL_ONLY: {
    id: "Kupon ini hanya untuk tagihan berjalan.",
    en: "It is for a running bill only.",
    zh: "该优惠券仅用于进行中的账单。",
  },
  LOAN_TOO_SMALL: {
    id: "Jumlah pinjamannya terlalu kecil.",
    en: "The loan is too small for it.",
    zh: "借款金额低于使用门槛。",
  },
  LOAN_TOO_LARGE: {
    id: "Jumlah pinjamannya terlalu besar.",
    en: "The loan is too large for it.",
    zh: "借款金额超出使用上限。",
  },
  TENOR_TOO_LONG: {
    id: "Jangka waktunya terlalu panjang.",
    en: "The tenor is too long for it.",
    zh: "借款期限超出使用上限。",
  },
  NOT_FIRST_LOAN: {
    id: "Kupon ini hanya untuk pinjaman pertama.",
    en: "It is for a first loan only.",
    zh: "该优惠券仅限首次借款。",
  },
  NO_INTEREST: {
    id: "Tidak ada bunga yang bisa dipotong.",
    en: "There is no interest to take off.",
    zh: "没有可抵扣的利息。",
  },
  LOAN_HAS_ONE: {
    id: "Bunga pinjaman ini sudah dipotong, oleh kupon atau oleh tingkat anggota.",
    en: "The interest of this loan was reduced already, by a coupon or by a member's level.",
    zh: "该借款的利息已由优惠券或会员等级减免过。",
  },
  LOAN_NOT_RUNNING: {
    id: "Pinjaman ini tidak sedang berjalan.",
    en: "This loan is not running.",
    zh: "该借款不在还款中。",
  },
} as const satisfies Record<UnusableReason, { id: string; en: string; zh: string }>;
