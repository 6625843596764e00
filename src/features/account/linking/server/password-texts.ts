/** The sentence on bank passwords in help, blog and video: it follows what the linking of accounts asks for. // Spec account 8, 14.8 */
import { defineTexts } from "#shared/texts.ts";

export const passwordTexts = defineTexts({
  never: {
    id: "Nomor kartu ATM, PIN, dan kata sandi bank tidak pernah kami minta.",
    en: "We never ask for a card number, a PIN or a bank password.",
    zh: "我们绝不会索要卡号、PIN 码或银行密码。",
  },
  onOnePage: {
    id: "Nomor kartu ATM dan PIN tidak pernah kami minta. Kata sandi bank hanya Anda isi sendiri di halaman menghubungkan rekening, kalau Anda memilih cara itu; petugas tidak pernah memintanya.",
    en: "We never ask for a card number or a PIN. You enter a bank password only yourself, on the page that connects an account, if you choose that way; our staff never ask for it.",
    zh: "我们绝不会索要卡号或 PIN 码。只有您自行选择在“关联账户”页面登录时，才由您本人填写银行密码；工作人员绝不会索要。",
  },
});
