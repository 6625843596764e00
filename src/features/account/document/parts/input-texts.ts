/** Texts of the page for further information in the borrower's own words, and of the link to it. */
import { defineTexts } from "#shared/texts.ts";

export const offeredInformationTexts = defineTexts({
  title: { id: "Keterangan lain", en: "Other information", zh: "其他说明" },
  detail: { id: "Ceritakan dengan kata-kata Anda", en: "In your own words", zh: "用您自己的话说明" },
  lead: {
    id: "Tulis hal yang menurut Anda perlu diketahui petugas, misalnya penghasilan yang tidak tetap.",
    en: "Write what our staff should know, for instance that your income changes from month to month.",
    zh: "填写您希望工作人员了解的情况，例如收入不固定。",
  },
  secret: {
    id: "Jangan tulis kata sandi, PIN, kode OTP, atau data orang lain.",
    en: "Write no password, PIN, code or data of other people.",
    zh: "请勿填写密码、PIN、验证码或他人信息。",
  },
  photos: { id: "Tambah foto untuk keterangan ini", en: "Add photos to it", zh: "为此说明添加照片" },
});
