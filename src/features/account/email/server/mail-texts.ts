/** Words of the mail that asks an address's owner. Nothing personal: no name, no number, nothing of the account. */
import { defineTexts } from "#shared/texts.ts";

export const mailTexts = defineTexts({
  subject: {
    id: "Konfirmasi email untuk {brand}",
    en: "Confirm your email address for {brand}",
    zh: "确认您在 {brand} 的邮箱",
  },
  greeting: { id: "Halo,", en: "Hello,", zh: "您好：" },
  why: {
    id: "Alamat email ini dimasukkan di sebuah akun {brand}. Kalau itu Anda, konfirmasikan dengan salah satu cara berikut.",
    en: "Someone entered this email address in a {brand} account. If it was you, confirm it in one of these ways.",
    zh: "有人在 {brand} 账户中填写了此邮箱。如果是您本人，请用以下任一方式确认。",
  },
  code: {
    id: "Kode: {code}\nKetik kode ini di aplikasi. Berlaku {minutes} menit.",
    en: "Code: {code}\nEnter it in the app. It is valid for {minutes} minutes.",
    zh: "验证码：{code}\n请在应用中输入，{minutes} 分钟内有效。",
  },
  link: {
    id: "Atau buka tautan ini di browser apa pun. Berlaku {hours} jam dan tidak perlu masuk ke akun:\n{link}",
    en: "Or open this link in any browser. It is valid for {hours} hours and needs no login:\n{link}",
    zh: "或在任意浏览器中打开此链接，{hours} 小时内有效，无需登录：\n{link}",
  },
  notYours: {
    id: "Bukan Anda? Buka tautan yang sama, lalu pilih “Ini bukan email saya”. Jangan berikan kode ini kepada siapa pun; kami tidak pernah memintanya.",
    en: "Was it not you? Open the same link and choose “This is not my address”. Never share this code; we never ask for it.",
    zh: "不是您本人？请打开同一链接并选择“这不是我的邮箱”。请勿将验证码告诉任何人，我们绝不会索要。",
  },
  signature: { id: "Salam,\nTim {brand}", en: "Kind regards,\nThe {brand} team", zh: "{brand} 团队 敬上" },
});
