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
