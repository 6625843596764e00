/** Names of this domain's events in the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  SHOP_TOLD: { id: "Toko ditambahkan", en: "Shop added", zh: "添加店铺" },
  SHOP_SENT: { id: "Toko dikirim", en: "Shop sent", zh: "店铺已提交" },
  SHOP_VERIFIED: { id: "Toko terverifikasi", en: "Shop verified", zh: "店铺已核实" },
  SHOP_REJECTED: { id: "Toko ditolak", en: "Shop rejected", zh: "店铺未通过" },
  SHOP_EXPIRED: { id: "Masa berlaku toko habis", en: "Shop expired", zh: "店铺已到期" },
});

const codes = defineTexts({
  TOLD: { id: "data toko diisi", en: "details were entered", zh: "已填写店铺资料" },
});

export const words: ConsoleWords = { happenings, codes };
