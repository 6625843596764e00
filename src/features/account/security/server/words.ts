/** Console words for security. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts, type Text } from "#shared/texts.ts";
import { eventTexts } from "../texts.ts";

const contests = defineTexts({
  CONTEST_PROVEN: { id: "Pemilik membuktikan diri", en: "Owner proved number and face", zh: "本人已验证" },
  CONTEST_KEPT: { id: "Akun tetap dibekukan", en: "Account stays frozen", zh: "账户继续冻结" },
});

/** Looked up by the event's name with the prefix SECURITY, so that an event of the same name in another domain has other words. */
const events = Object.fromEntries(
  Object.entries(eventTexts).map(([kind, text]) => [`SECURITY_${kind}`, text]),
) as Record<string, Text>;

const codes = defineTexts({
  PROVEN: { id: "nomor dan wajah cocok", en: "number and face matched", zh: "号码与人脸一致" },
  NUMBER_RECOVERED: { id: "nomor dipulihkan", en: "number was recovered", zh: "号码已找回" },
  RELEASED: { id: "dilepas", en: "released", zh: "已解除" },
});

export const words: ConsoleWords = { happenings: { ...contests, ...events }, codes };
