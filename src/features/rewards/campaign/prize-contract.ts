/** A prize in words, with its amount. For screens and messages alike. */
import { formatRupiah } from "#shared/money.ts";
import { say, type Language } from "#shared/texts.ts";
import type { Prize } from "./rules-contract.ts";
import { texts } from "./texts.ts";

const known = (key: string, otherwise: keyof typeof texts) =>
  Object.hasOwn(texts, key) ? texts[key as keyof typeof texts] : texts[otherwise];

export function prizeWords(prize: Prize, language: Language): string {
  switch (prize.kind) {
    case "CASH":
      return say(texts.CASH, language, { amount: formatRupiah(prize.rupiah) });
    case "POINTS":
      return say(texts.POINTS, language, { points: prize.points });
    case "TICKET":
      return say(texts.TICKET, language, { tickets: prize.tickets });
    case "COUPON":
      return say(known(prize.couponKey, "coupon"), language);
    case "VOUCHER":
      return say(known(prize.voucherKey, "voucher"), language, { amount: formatRupiah(prize.rupiah) });
    case "NOTHING":
      return say(texts.NOTHING, language);
  }
}
