/** The words of the pages on which a coupon is taken from a campaign, or points are exchanged for its prizes. */
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  getTitle: { id: "Ambil kupon", en: "Get a coupon", zh: "领取优惠券" },
  emailTitle: { id: "Kupon untuk email Anda", en: "A coupon for your email", zh: "邮箱验证优惠券" },
  exchange: { id: "Tukar {count} poin", en: "Exchange {count} points", zh: "兑换 {count} 积分" },
  vouchers: { id: "Voucher yang sudah Anda tukar", en: "Vouchers that you exchanged", zh: "您已兑换的代金券" },
  voucherCode: { id: "Kode voucher", en: "Voucher code", zh: "代金券码" },
  confirmTitle: { id: "Tukar {count} poin?", en: "Exchange {count} points?", zh: "兑换 {count} 积分？" },
  confirmLead: {
    id: "Anda mendapat {item}. Penukaran tidak bisa dibatalkan.",
    en: "You get {item}. An exchange cannot be undone.",
    zh: "您将获得：{item}。兑换后不可撤销。",
  },
  confirmYes: { id: "Ya, tukar {count} poin", en: "Yes, exchange {count} points", zh: "确认兑换 {count} 积分" },
  balance: { id: "Poin Anda", en: "Your points", zh: "您的积分" },
  price: { id: "Harga", en: "Price", zh: "所需积分" },
  afterwards: { id: "Sisa poin sesudahnya", en: "Points left afterwards", zh: "兑换后剩余积分" },
  cancel: { id: "Batal", en: "Cancel", zh: "取消" },
  pointsLeft: {
    id: "Sisa poin Anda: {count}.",
    en: "Points that you have left: {count}.",
    zh: "您剩余积分：{count}。",
  },
  seeCoupon: { id: "Lihat kupon", en: "See the coupon", zh: "查看优惠券" },
  backToPoints: { id: "Kembali ke poin", en: "Back to points", zh: "返回积分" },
  detailTitle: { id: "Penukaran poin", en: "Exchange of points", zh: "积分兑换" },
  goneTitle: { id: "Penukaran ini tidak ada lagi", en: "This exchange is no longer available", zh: "该兑换已下架" },
  goneBody: {
    id: "Poin Anda tidak berkurang. Lihat yang lain di halaman poin.",
    en: "Your points are as they were. See the others on the page of points.",
    zh: "您的积分没有变化。请在积分页查看其他兑换。",
  },
});
