/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  COUPON_OBTAINED: { id: "Kupon didapat", en: "Coupon obtained", zh: "获得优惠券" },
  COUPON_BACK: { id: "Kupon kembali", en: "Coupon returned", zh: "优惠券退回" },
  COUPON_RESERVED: { id: "Kupon ikut pengajuan", en: "Coupon taken on an application", zh: "优惠券用于申请" },
  COUPON_USED: { id: "Kupon terpakai", en: "Coupon used", zh: "优惠券已使用" },
  COUPON_ENDED: { id: "Kupon berakhir", en: "Coupon ended", zh: "优惠券失效" },
  COUPON_WITHDRAWN: { id: "Kupon ditarik", en: "Coupon withdrawn", zh: "优惠券被收回" },
});

const codes = defineTexts({
  OBTAINED: { id: "didapat", en: "obtained", zh: "获得" },
  PAID_OUT: { id: "pinjaman cair", en: "loan paid out", zh: "借款已放款" },
  ON_BILL: { id: "dipakai di tagihan", en: "used on a bill", zh: "用于账单" },
  VALIDITY_ENDED: { id: "masa berlaku habis", en: "validity ended", zh: "有效期届满" },
  USED_BY_SUBMISSION: { id: "terpakai oleh pengajuan", en: "used up by the application", zh: "提交申请即使用" },
  BUDGET_ENDED: { id: "anggaran event habis", en: "the campaign's budget ended", zh: "活动预算用尽" },
});

const facts = defineTexts({
  loanId: { id: "pinjaman", en: "loan", zh: "借款" },
  discountRupiah: { id: "potongan", en: "discount", zh: "抵扣" },
});

export const words: ConsoleWords = { happenings, facts, codes };

/** The exception for staff when a loan was paid out and its discount is not booked. */
export const redemptionExceptionTexts = defineTexts({
  USING_COUPON: {
    id: "Memakai kupon pinjaman yang cair",
    en: "Using the coupon of a loan paid out",
    zh: "使用已放款借款的优惠券",
  },
  LOAN_UNKNOWN: { id: "Pinjaman ini tidak ditemukan.", en: "There is no such loan.", zh: "找不到此借款。" },
  COUPON_NOT_RESERVED: {
    id: "Potongan sudah ditandatangani, tetapi kuponnya tidak disisihkan untuk pinjaman ini.",
    en: "The discount was signed, but its coupon is not reserved for this loan.",
    zh: "抵扣已签署，但其优惠券并未为此借款预留。",
  },
  LOAN_WITHOUT_BOOKS: {
    id: "Pinjaman belum punya pembukuan, sehingga potongannya belum tercatat.",
    en: "The loan has no books yet, so its discount is not booked.",
    zh: "借款尚无账册，因此抵扣未入账。",
  },
});
