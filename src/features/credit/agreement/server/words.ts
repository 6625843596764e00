/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const facts = defineTexts({
  documentId: { id: "dokumen", en: "document", zh: "文件" },
  hash: { id: "sidik jari dokumen", en: "document hash", zh: "文件指纹" },
});

const codes = defineTexts({
  SIGNED_WITH_CODE: { id: "ditandatangani dengan kode", en: "signed with a code", zh: "验证码签署" },
  SIGN_DEADLINE_PASSED: { id: "tenggat tanda tangan lewat", en: "signing deadline passed", zh: "签署期限已过" },
});

export const words: ConsoleWords = { facts, codes };
