import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  sentBySms: {
    id: "Kode dikirim lewat SMS ke {number}.",
    en: "We sent a code by SMS to {number}.",
    zh: "验证码已通过短信发送至 {number}。",
  },
  sentByVoice: {
    id: "Kami menelepon {number} dan membacakan kodenya.",
    en: "We are calling {number} to read you the code.",
    zh: "我们正在拨打 {number} 为您播报验证码。",
  },
  sentByWhatsapp: {
    id: "Kode dikirim lewat WhatsApp ke {number}.",
    en: "We sent a code by WhatsApp to {number}.",
    zh: "验证码已通过 WhatsApp 发送至 {number}。",
  },
  SMS: { id: "SMS", en: "SMS", zh: "短信" },
  VOICE: { id: "Telepon", en: "Voice call", zh: "语音电话" },
  WHATSAPP: { id: "WhatsApp", en: "WhatsApp", zh: "WhatsApp" },
  resendBy: { id: "Kirim ulang lewat", en: "Send again by", zh: "重新发送方式" },
  chooseChannel: { id: "Terima kode lewat", en: "Receive the code by", zh: "接收验证码的方式" },
  sendCode: { id: "Kirim kode", en: "Send code", zh: "获取验证码" },
  neverShare: {
    id: "Jangan berikan kode ini kepada siapa pun, termasuk petugas kami.",
    en: "Never share this code with anyone, not even with our staff.",
    zh: "请勿将验证码告诉任何人，包括我们的工作人员。",
  },
  undeliverable: {
    id: "Pesan tidak bisa dikirim lewat jalur ini. Pilih jalur lain di bawah kolom kode.",
    en: "The message could not be delivered this way. Choose another way below the code field.",
    zh: "无法通过此方式送达。请在验证码输入框下方选择其他方式。",
  },
  expired: {
    id: "Kode ini sudah kedaluwarsa. Kirim ulang untuk mendapat kode baru.",
    en: "This code has expired. Send again to get a new one.",
    zh: "此验证码已过期，请重新获取。",
  },
  expiredWait: {
    id: "Kode ini sudah kedaluwarsa. Tunggu sampai kode baru bisa dikirim.",
    en: "This code has expired. Please wait until a new one can be sent.",
    zh: "此验证码已过期，请等待可重新发送的时间。",
  },
  noTriesWait: {
    id: "Kode salah dimasukkan terlalu sering. Tunggu sampai kode baru bisa dikirim.",
    en: "This code was entered wrongly too often. Please wait until a new one can be sent.",
    zh: "此验证码错误次数过多，请等待可重新发送的时间。",
  },
  noTriesLeft: {
    id: "Kode salah dimasukkan terlalu sering. Kirim ulang untuk mendapat kode baru.",
    en: "This code was entered wrongly too often. Send again to get a new one.",
    zh: "此验证码错误次数过多，请重新获取。",
  },
  triesLeft: { id: "Sisa {count} kali mencoba.", en: "Tries left: {count}.", zh: "还可尝试 {count} 次。" },
  proven: { id: "Nomor Anda sudah terverifikasi.", en: "Your number is verified.", zh: "您的号码已验证。" },
  waitForNext: {
    id: "Baru saja ada kode yang dikirim ke nomor Anda. Demi keamanan, ada jeda satu menit di antara dua kode. Yang sudah Anda isi tidak hilang.",
    en: "A code was sent to your number a moment ago. For safety there is a minute between two codes. Your entries are not lost.",
    zh: "刚刚已向您的号码发送过验证码。为安全起见，两次验证码之间需间隔一分钟。您已填写的内容不会丢失。",
  },
  waitForMany: {
    id: "Sudah terlalu banyak kode dikirim ke nomor Anda. Demi keamanan, kode berikutnya harus menunggu. Yang sudah Anda isi tidak hilang.",
    en: "Too many codes were sent to your number. For safety the next one has to wait. Your entries are not lost.",
    zh: "已向您的号码发送过多验证码。为安全起见，下一个验证码需稍后再发。您已填写的内容不会丢失。",
  },
  sendIn: {
    id: "Kode bisa dikirim dalam {sendInSeconds}",
    en: "The code can be sent in {sendInSeconds}",
    zh: "{sendInSeconds}后可发送验证码",
  },
  stepUpBack: { id: "Kembali", en: "Go back", zh: "返回" },
  stepUpWhy: {
    id: "Untuk keamanan Anda, kami kirim kode ke nomor ponsel yang terdaftar.",
    en: "For your safety we send a code to your registered mobile number.",
    zh: "为了您的安全，我们会向您登记的手机号码发送验证码。",
  },
});
