/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  REGISTERED: { id: "Mendaftar", en: "Registered", zh: "注册" },
  LAST_LOGIN: { id: "Masuk terakhir", en: "Last login", zh: "最近登录" },
  PASSWORD_SET: { id: "Kata sandi dibuat", en: "Password set", zh: "设置密码" },
});

const facts = defineTexts({
  brand: { id: "merek", en: "brand", zh: "品牌" },
});

export const words: ConsoleWords = { happenings, facts };
