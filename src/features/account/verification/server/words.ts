/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  CODE_WAITING: { id: "Kode menunggu dikirim", en: "Code waits to be sent", zh: "验证码待发送" },
  CODE_SENDING: { id: "Kode sedang dikirim", en: "Code being sent", zh: "验证码发送中" },
  CODE_SENT: { id: "Kode terkirim", en: "Code sent", zh: "验证码已发送" },
  CODE_REJECTED: { id: "Kode tidak bisa dikirim", en: "Code not deliverable", zh: "验证码无法送达" },
  CODE_UNKNOWN: { id: "Pengiriman kode tidak diketahui", en: "Code's delivery unknown", zh: "验证码送达未知" },
});

const facts = defineTexts({
  purpose: { id: "untuk", en: "for", zh: "用途" },
  proven: { id: "terbukti", en: "proven", zh: "已验证" },
  wrongTries: { id: "salah ketik", en: "wrong tries", zh: "输错次数" },
});

const codes = defineTexts({
  LOGIN: { id: "masuk", en: "login", zh: "登录" },
  SET_PASSWORD: { id: "kata sandi", en: "password", zh: "密码" },
  STEP_UP_SIGN: { id: "tanda tangan", en: "signing", zh: "签署" },
  STEP_UP_WITHDRAW: { id: "penarikan", en: "withdrawal", zh: "提现" },
  STEP_UP_BIND: { id: "pengikatan akun", en: "binding an account", zh: "绑定账户" },
  OLD_NUMBER: { id: "nomor lama", en: "old number", zh: "旧号码" },
  NEW_NUMBER: { id: "nomor baru", en: "new number", zh: "新号码" },
  MERGE: { id: "penggabungan akun", en: "account merge", zh: "账户合并" },
  STEP_UP_MERGE: { id: "persetujuan penggabungan", en: "approval of a merge", zh: "确认合并" },
  EMAIL: { id: "email", en: "email", zh: "邮箱" },
  CANCEL: { id: "penutupan akun", en: "closing the account", zh: "注销" },
  RECOVER_NUMBER: { id: "nomor hilang", en: "lost number", zh: "找回遗失号码" },
  UNFREEZE: { id: "buka pembekuan", en: "release of the account", zh: "解冻账户" },
  DATA_EXPORT: { id: "salinan data", en: "copy of the data", zh: "数据副本" },
});

export const words: ConsoleWords = { happenings, facts, codes };
