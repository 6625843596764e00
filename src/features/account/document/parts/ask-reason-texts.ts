/** Why documents are asked for again, in words. */
import { defineTexts } from "#shared/texts.ts";

/** Why a document is asked for again. */
export const askReasonTexts = defineTexts({
  UNREADABLE: { id: "Tidak terbaca", en: "Not readable", zh: "无法辨认" },
  EXPIRED: { id: "Sudah tidak berlaku", en: "No longer valid", zh: "已过期" },
  INCOMPLETE: { id: "Tidak lengkap", en: "Not complete", zh: "不完整" },
  MISMATCH: { id: "Tidak cocok dengan data lain", en: "Does not agree with other data", zh: "与其他资料不符" },
  TOO_OLD: { id: "Terlalu lama", en: "Too old", zh: "日期过早" },
});
