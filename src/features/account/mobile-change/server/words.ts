/** Console words for change of number. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  MOBILE_CHANGE_STARTED: { id: "Ganti nomor dimulai", en: "Number change begun", zh: "开始更换号码" },
  MOBILE_CHANGE_OLD_PROVEN: { id: "Nomor lama terbukti", en: "Old number proven", zh: "旧号码已验证" },
  MOBILE_CHANGE_IDENTITY_PROVEN: { id: "Identitas terbukti", en: "Identity proven", zh: "身份已核验" },
  MOBILE_CHANGE_NEW_PROVEN: { id: "Nomor baru terbukti", en: "New number proven", zh: "新号码已验证" },
  MOBILE_CHANGE_SUBMITTED: { id: "Ganti nomor dikirim", en: "Number change sent", zh: "更换号码已提交" },
  MOBILE_CHANGE_APPROVED: { id: "Ganti nomor disetujui", en: "Number change approved", zh: "更换号码已批准" },
  MOBILE_CHANGE_DONE: { id: "Nomor diganti", en: "Number changed", zh: "号码已更换" },
  MOBILE_CHANGE_REJECTED: { id: "Ganti nomor ditolak", en: "Number change rejected", zh: "更换号码被拒" },
  MOBILE_CHANGE_WITHDRAWN: { id: "Ganti nomor dibatalkan", en: "Number change withdrawn", zh: "更换号码已撤回" },
  MOBILE_CHANGE_EXPIRED: { id: "Ganti nomor kedaluwarsa", en: "Number change expired", zh: "更换号码已过期" },
  MOBILE_CHANGE_STOPPED: { id: "Ganti nomor dihentikan", en: "Number change stopped", zh: "更换号码已中止" },
});

const facts = defineTexts({
  flags: { id: "tanda risiko", en: "risk flags", zh: "风险标记" },
});

const codes = defineTexts({
  NUMBER_TAKEN: { id: "nomor dipakai akun lain", en: "number is another account's", zh: "号码已被占用" },
  ACCOUNT_NOT_OPEN: { id: "akun tidak terbuka", en: "account is not open", zh: "账户未开放" },
  IN_EFFECT: { id: "berlaku", en: "in effect", zh: "已生效" },
});

export const words: ConsoleWords = { happenings, facts, codes };
