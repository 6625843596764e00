/** Why a frozen account was not released, as its owner reads it. */
import { defineTexts } from "#shared/texts.ts";

export const keptReasons = defineTexts({
  NOT_PROVEN: {
    id: "Nomor atau wajah belum dibuktikan.",
    en: "Number or face was not proven.",
    zh: "号码或人脸未得到验证。",
  },
  NOT_THE_OWNER: {
    id: "Kami tidak dapat memastikan bahwa Anda pemilik akun ini.",
    en: "We could not make sure that you own this account.",
    zh: "我们无法确认您是此账户的持有人。",
  },
  OTHER: {
    id: "Permintaan ini memerlukan bantuan petugas. Hubungi kami.",
    en: "This needs help from our staff. Please contact us.",
    zh: "此申请需要人工协助，请联系我们。",
  },
});
