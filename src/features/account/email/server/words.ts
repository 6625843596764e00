/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  EMAIL_NAMED: { id: "Email ditulis", en: "Email address entered", zh: "填写邮箱" },
  EMAIL_MAILED: { id: "Email konfirmasi terkirim", en: "Confirmation mail sent", zh: "确认邮件已发送" },
  EMAIL_VERIFIED: { id: "Email terverifikasi", en: "Email address verified", zh: "邮箱已验证" },
  EMAIL_FAILED: { id: "Email tidak terverifikasi", en: "Email address not verified", zh: "邮箱未通过验证" },
});

const codes = defineTexts({
  NAMED: { id: "ditulis peminjam", en: "entered by the borrower", zh: "借款人填写" },
  MAIL_TAKEN: { id: "diterima server email", en: "accepted by the mail server", zh: "邮件服务器已接收" },
  MAIL_READ: { id: "email dibuka", en: "mail was opened", zh: "邮件已打开" },
  CODE: { id: "dengan kode", en: "by the code", zh: "通过验证码" },
  LINK: { id: "dengan tautan", en: "by the link", zh: "通过链接" },
  UNDELIVERABLE: { id: "tidak sampai", en: "undeliverable", zh: "无法送达" },
  EXPIRED: { id: "waktunya habis", en: "time ran out", zh: "已逾期" },
  NOT_MINE: { id: "bukan milik pembaca email", en: "not the recipient's address", zh: "收件人表示不是本人" },
  REPLACED: { id: "diganti email lain", en: "replaced by another one", zh: "已被其他邮箱替换" },
});

export const words: ConsoleWords = { happenings, codes };
