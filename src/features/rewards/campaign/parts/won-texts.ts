/** What is said above a prize that is not given (yet). */
import { defineTexts } from "#shared/texts.ts";

export const wonTexts = defineTexts({
  PENDING: {
    id: "{prize} untuk Anda, tetapi belum diberikan.",
    en: "{prize} is for you, and not given yet.",
    zh: "{prize}是您的，尚未发放。",
  },
  HELD: {
    id: "{prize} untuk Anda sedang diperiksa, dan belum diberikan.",
    en: "{prize} for you is being looked at, and not given yet.",
    zh: "您的{prize}正在核查，尚未发放。",
  },
  REFUSED: { id: "{prize} tidak diberikan.", en: "{prize} was not given.", zh: "{prize}未发放。" },
  REVOKED: { id: "{prize} ditarik kembali.", en: "{prize} was taken back.", zh: "{prize}已收回。" },
});
