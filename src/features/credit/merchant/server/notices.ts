/** Messages about the check of a shop. No message names the shop. */
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { shopPromisedHours } from "../contract.ts";

type About = { shopId: string };
const tell = (kind: string, texts: NoticeDefinition<About>["texts"]) =>
  defineNotice<About>({
    kind: `merchant.${kind}`,
    topic: "LOAN",
    channels: ["INBOX"],
    link: ({ values: { shopId } }) => ({ path: `/webview/merchant-detail/${shopId}` }),
    example: { shopId: "" },
    texts,
  });

export const shopVerifiedNotice = tell("verified", {
  title: { id: "Toko Anda terverifikasi", en: "Your shop is verified", zh: "您的店铺已核实" },
  body: {
    id: "Toko Anda terverifikasi dan dihitung sebagai sumber untuk tingkat Plus. Lihat sampai kapan di halamannya.",
    en: "Your shop is verified and counts as a source for level Plus. Its page says until when.",
    zh: "您的店铺已核实，可作为 Plus 等级的来源。有效期见其页面。",
  },
});

export const shopRejectedNotice = tell("rejected", {
  title: { id: "Toko belum bisa diverifikasi", en: "Your shop was not verified", zh: "店铺未通过核实" },
  body: {
    id: "Kami belum bisa memverifikasi toko Anda. Alasannya ada di halamannya. Limit dan pinjaman Anda tidak berubah.",
    en: "We could not verify your shop. Its page says why. Your limit and loans stay as they are.",
    zh: "我们未能核实您的店铺，原因见其页面。您的额度和借款不受影响。",
  },
});

export const shopVerificationExpiredNotice = tell("expired", {
  title: { id: "Verifikasi toko berakhir", en: "The verification of your shop has ended", zh: "店铺核实已到期" },
  body: {
    id: "Masa berlaku data toko Anda habis. Kalau ingin tetap dihitung, tambahkan lagi dengan foto baru.",
    en: "The verification of your shop has expired. If you still want it to count, add it again with new photos.",
    zh: "您的店铺信息已到期。如需继续计入，请用新照片重新添加。",
  },
});

export const shopLateNotice = tell("late", {
  title: { id: "Pemeriksaan toko terlambat", en: "The check of your shop is late", zh: "店铺核实延迟" },
  body: {
    id: `Maaf, kami belum memutuskan dalam ${shopPromisedHours} jam seperti yang dijanjikan. Toko Anda kami dahulukan; tidak perlu mengirim ulang.`,
    en: `Sorry, we have not decided within ${shopPromisedHours} hours as promised. Your shop comes first now; there is no need to send it again.`,
    zh: `很抱歉，我们未能在承诺的 ${shopPromisedHours} 小时内作出决定。您的店铺已优先处理，无需重新提交。`,
  },
});

export const notices = [
  shopVerifiedNotice,
  shopRejectedNotice,
  shopVerificationExpiredNotice,
  shopLateNotice,
] as unknown as readonly NoticeDefinition<never>[];
