import { couponDays, couponRestDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import type { UnusableReason } from "./contract.ts";

export const texts = defineTexts({
  instructions: { id: "Cara memakai kupon", en: "How to use a coupon", zh: "优惠券使用说明" },
  getTitle: { id: "Ambil kupon", en: "Get a coupon", zh: "领取优惠券" },
  getLead: {
    id: `Memotong bunga Rp 10.000 dari pinjaman mulai Rp 200.000. Berlaku ${couponDays} hari, sekali dalam ${couponRestDays} hari. Memiliki kupon tidak mewajibkan apa pun.`,
    en: `Takes Rp 10.000 off the interest of a loan from Rp 200.000. Valid for ${couponDays} days, once in ${couponRestDays} days. Having one obliges you to nothing.`,
    zh: `借款满 Rp 200.000 可抵扣利息 Rp 10.000。有效期 ${couponDays} 天，每 ${couponRestDays} 天一次。持有优惠券不构成任何义务。`,
  },
  getButton: { id: "Ambil kupon ini", en: "Take this coupon", zh: "领取此券" },
  emailTitle: { id: "Kupon untuk email Anda", en: "A coupon for your email", zh: "邮箱验证优惠券" },
  emailLead: {
    id: "Untuk yang sudah memverifikasi alamat email: sekali untuk setiap orang dan setiap alamat.",
    en: "For those who have verified their email address: once for each person and address.",
    zh: "仅限已验证邮箱的用户，每人每个邮箱限一次。",
  },
  own: { id: "Kupon Anda", en: "Your coupons", zh: "您的优惠券" },
  ownNone: { id: "Belum ada kupon", en: "No coupons yet", zh: "暂无优惠券" },
  ownNoneBody: {
    id: "Kupon yang Anda ambil atau menangkan muncul di sini, dengan masa berlakunya.",
    en: "Coupons that you take or win appear here, with how long they are valid.",
    zh: "您领取或赢得的优惠券及其有效期会显示在这里。",
  },
  OBTAINABLE: { id: "Bisa diambil", en: "Can be taken", zh: "可领取" },
  UNOBTAINABLE: { id: "Tidak bisa diambil", en: "Cannot be taken", zh: "不可领取" },
  OBTAINED: { id: "Siap dipakai", en: "Ready to use", zh: "可使用" },
  RESERVED: { id: "Ikut dalam pengajuan", en: "Part of an application", zh: "已用于申请" },
  USED: { id: "Sudah dipakai", en: "Used", zh: "已使用" },
  why_NOT_ELIGIBLE: {
    id: "Syaratnya belum terpenuhi; lihat di halaman event.",
    en: "Its conditions are not met yet; the event's page tells them.",
    zh: "尚未满足条件，请查看活动页面。",
  },
  why_OUT_OF_STOCK: { id: "Kuponnya sudah habis.", en: "None of them is left.", zh: "优惠券已领完。" },
  why_DONE_ALREADY: {
    id: "Sudah Anda ambil; bisa lagi pada waktunya.",
    en: "You have taken it; again when its time comes.",
    zh: "您已领取，到期后可再次领取。",
  },
  why_NOT_OPEN: { id: "Eventnya belum dibuka.", en: "Its event has not opened yet.", zh: "活动尚未开始。" },
  why_ENDED: { id: "Masa berlakunya sudah habis.", en: "Its validity has ended.", zh: "有效期已过。" },
  why_WITHDRAWN: {
    id: "Kupon ini ditarik kembali; alasannya ada di kotak masuk Anda.",
    en: "It was withdrawn; the reason is in your inbox.",
    zh: "该优惠券已收回，原因见收件箱。",
  },
  validUntil: { id: "Berlaku sampai", en: "Valid until", zh: "有效期至" },
  from: { id: "mulai {day}", en: "from {day} on", zh: "{day} 起" },
  ofLoan: { id: "Lihat pinjamannya", en: "See the loan", zh: "查看借款" },
  toClaim: { id: "Ambil di halaman eventnya", en: "Take it on its event's page", zh: "前往活动页面领取" },
  useHeading: { id: "Pakai untuk tagihan Anda", en: "Use one on your bill", zh: "用于您的账单" },
  useLead: {
    id: "Mengurangi bunga cicilan berikutnya ({day}) dari pinjaman {loan}, seketika. Satu kupon untuk satu pinjaman, dan tidak dapat dibatalkan.",
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
    id: "Tanpa bunga, paling banyak {rupiah}",
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
    en: "Used up when the application is sent, whatever comes of it",
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
    id: "Kupon hanya mengurangi bunga: bukan pokok, bukan denda, dan tidak dapat ditukar uang.",
    en: "A coupon takes off interest alone: no principal, no late fee, and it is never cash.",
    zh: "优惠券仅抵扣利息，不抵扣本金和逾期费，不可兑现。",
  },
  ruleBack: {
    id: "Pengajuan yang ditolak atau dibatalkan mengembalikan kupon selama masih berlaku.",
    en: "An application that is refused or cancelled gives the coupon back while it is valid.",
    zh: "申请被拒或取消时，有效期内的优惠券将退回。",
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
    id: "Pinjaman ini sudah memakai kupon.",
    en: "This loan has taken a coupon already.",
    zh: "该借款已使用过优惠券。",
  },
  LOAN_NOT_RUNNING: {
    id: "Pinjaman ini tidak sedang berjalan.",
    en: "This loan is not running.",
    zh: "该借款不在还款中。",
  },
} as const satisfies Record<UnusableReason, { id: string; en: string; zh: string }>;
