import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  instructions: { id: "Cara memakai kupon", en: "How to use a coupon", zh: "优惠券使用说明" },
  getTitle: { id: "Ambil kupon", en: "Get a coupon", zh: "领取优惠券" },
  getLead: {
    id: "Memotong bunga Rp 10.000 dari pinjaman mulai Rp 200.000. Berlaku 15 hari, sekali dalam 30 hari. Memiliki kupon tidak mewajibkan apa pun.",
    en: "Takes Rp 10,000 off the interest of a loan from Rp 200,000. Valid for 15 days, once in 30 days. Having one obliges you to nothing.",
    zh: "借款满 Rp 200,000 可抵扣利息 Rp 10,000。有效期 15 天，每 30 天一次。持有优惠券不构成任何义务。",
  },
  getButton: { id: "Ambil kupon ini", en: "Take this coupon", zh: "领取此券" },
  emailTitle: { id: "Kupon untuk email Anda", en: "A coupon for your email", zh: "邮箱验证优惠券" },
  emailLead: {
    id: "Untuk yang sudah memverifikasi alamat email: sekali untuk setiap orang dan setiap alamat.",
    en: "For those who have verified their email address: once for each person and address.",
    zh: "仅限已验证邮箱的用户，每人每个邮箱限一次。",
  },
  toHome: { id: "Lihat pinjaman saya", en: "See my loan", zh: "查看我的借款" },
});
