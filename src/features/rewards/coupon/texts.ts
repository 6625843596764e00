import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  instructions: { id: "Cara memakai kupon", en: "How to use a coupon", zh: "优惠券使用说明" },
  toHome: { id: "Lihat pinjaman saya", en: "See my loan", zh: "查看我的借款" },
});
