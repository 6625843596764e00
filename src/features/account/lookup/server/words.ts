/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  LOOKUP_ASKED: { id: "Pencarian data: diminta", en: "Look-up: requested", zh: "外部查询：已发起" },
  LOOKUP_FOUND: { id: "Pencarian data: ditemukan", en: "Look-up: found", zh: "外部查询：已找到" },
  LOOKUP_NOT_FOUND: { id: "Pencarian data: tidak ditemukan", en: "Look-up: not found", zh: "外部查询：未找到" },
  LOOKUP_REFUSED: { id: "Pencarian data: ditolak layanan", en: "Look-up: refused", zh: "外部查询：被拒绝" },
  LOOKUP_NOT_YOURS: {
    id: "Pencarian data: milik orang lain",
    en: "Look-up: another person's record",
    zh: "外部查询：他人记录",
  },
  LOOKUP_UNAVAILABLE: {
    id: "Pencarian data: layanan tidak menjawab",
    en: "Look-up: no answer",
    zh: "外部查询：无响应",
  },
  LOOKUP_EXPIRED: { id: "Pencarian data: berakhir", en: "Look-up: expired", zh: "外部查询：已过期" },
  LOOKUP_REMOVED: { id: "Pencarian data: dihapus", en: "Look-up: removed", zh: "外部查询：已移除" },
});
const codes = defineTexts({
  NPWP: { id: "NPWP", en: "NPWP", zh: "NPWP" },
  BPJS: { id: "BPJS", en: "BPJS", zh: "BPJS" },
  OPERATOR: { id: "operator seluler", en: "mobile operator", zh: "移动运营商" },
  EDUCATION: { id: "pendidikan", en: "education", zh: "教育" },
  FOUND: { id: "ditemukan", en: "found", zh: "已找到" },
  NOT_FOUND: { id: "tidak ditemukan", en: "not found", zh: "未找到" },
  CREDENTIAL_REFUSED: { id: "kata sandi atau kode salah", en: "login refused", zh: "登录信息被拒" },
  UNAVAILABLE: { id: "tidak menjawab", en: "no answer", zh: "无响应" },
  OTHER_HOLDER: { id: "nama lain", en: "another name", zh: "姓名不符" },
  ASKED_AGAIN: { id: "dicoba lagi", en: "tried again", zh: "再次尝试" },
  TIME_OVER: { id: "waktu habis", en: "time ran out", zh: "到期" },
  WITHDRAWN: { id: "persetujuan ditarik", en: "consent withdrawn", zh: "撤回同意" },
});

export const words: ConsoleWords = { happenings, codes };
