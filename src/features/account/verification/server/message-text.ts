/** The text of a code's message. It names the purpose, so that people do not read the code out for another one. */
import { smsSegments } from "#server/outside/messaging/segments.ts";
import { defineTexts, say, type Language } from "#shared/texts.ts";
import type { MobilePurpose } from "#shared/purposes.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";

const aims = defineTexts({
  LOGIN: { id: "masuk atau mendaftar", en: "log in or register", zh: "登录或注册" },
  SET_PASSWORD: { id: "mengatur kata sandi", en: "set your password", zh: "设置密码" },
  STEP_UP_SIGN: { id: "menandatangani perjanjian Anda", en: "sign your agreement", zh: "签署您的协议" },
  STEP_UP_WITHDRAW: { id: "menarik saldo", en: "withdraw your balance", zh: "提现" },
  STEP_UP_BIND: { id: "menautkan rekening", en: "link an account", zh: "绑定账户" },
  OLD_NUMBER: { id: "mengganti nomor ponsel Anda", en: "change your mobile number", zh: "更换手机号码" },
  NEW_NUMBER: {
    id: "memakai nomor ini di akun Anda",
    en: "use this number for your account",
    zh: "将此号码用于您的账户",
  },
  STEP_UP_MERGE: { id: "menyetujui penggabungan akun", en: "approve the account merge", zh: "确认合并账户" },
  MERGE: { id: "menggabungkan akun", en: "merge accounts", zh: "合并账户" },
  EMAIL: { id: "mengganti email Anda", en: "change your email", zh: "更换邮箱" },
  CANCEL: { id: "menutup akun Anda", en: "close your account", zh: "注销您的账户" },
  RECOVER_NUMBER: {
    id: "memulihkan akun ke nomor ini",
    en: "recover an account to this number",
    zh: "将账户恢复到此号码",
  },
  UNFREEZE: { id: "membuka akun Anda kembali", en: "release your account", zh: "解冻您的账户" },
  DATA_EXPORT: { id: "mengunduh data Anda", en: "download your data", zh: "下载您的数据" },
}) satisfies Record<MobilePurpose, unknown>;

const texts = defineTexts({
  /** For an SMS: with the browser's line it fits into one message for every purpose. */
  short: {
    id: "{brand}: {code} adalah kode untuk {aim}. Berlaku {minutes} menit. Rahasiakan, juga dari petugas kami.",
    en: "{brand}: {code} is your code to {aim}. Valid {minutes} minutes. Never share it, even with our staff.",
    zh: "【{brand}】验证码{code}，用于{aim}，{minutes}分钟内有效，请勿外传",
  },
  written: {
    id: "{brand}: {code} adalah kode untuk {aim}. Berlaku {minutes} menit. Jangan berikan kepada siapa pun, termasuk petugas kami.",
    en: "{brand}: {code} is your code to {aim}. Valid for {minutes} minutes. Never share it, not even with our staff.",
    zh: "【{brand}】{code} 是您用于{aim}的验证码，{minutes} 分钟内有效。请勿告诉任何人，包括我们的工作人员。",
  },
  spoken: {
    id: "Kode {brand} untuk {aim} adalah: {digits}. Sekali lagi: {digits}. Jangan berikan kepada siapa pun.",
    en: "Your {brand} code to {aim} is: {digits}. Again: {digits}. Never share it.",
    zh: "您用于{aim}的{brand}验证码是：{digits}。再说一遍：{digits}。请勿告诉任何人。",
  },
});

export interface CodeMessage {
  language: Language;
  purpose: MobilePurpose;
  channel: VerificationChannel;
  brandName: string;
  host: string;
  code: string;
  minutes: number;
}

/**
 * An SMS ends with the line that lets browsers fill in the code only on our own page (`@host #code`), unless this line
 * would need a second message: then the code must be typed.
 */
export function codeMessage(message: CodeMessage): string {
  const { language, code, channel } = message;
  const parameters = {
    brand: message.brandName,
    code,
    digits: [...code].join(", "),
    minutes: message.minutes,
    aim: say(aims[message.purpose], language),
  };
  if (channel === "VOICE") return say(texts.spoken, language, parameters);
  if (channel === "WHATSAPP") return say(texts.written, language, parameters);
  const short = say(texts.short, language, parameters);
  const whole = `${short}\n\n@${message.host} #${code}`;
  return smsSegments(whole) > smsSegments(short) ? short : whole;
}

/** The number of messages that the provider bills for a code. All codes have the same length. */
export function billedMessages(message: Omit<CodeMessage, "code">): number {
  return message.channel === "SMS" ? smsSegments(codeMessage({ ...message, code: "000000" })) : 1;
}
