import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  linkTitle: { id: "Tautan pesan", en: "Link of a message", zh: "消息链接" },
  linkGone: { id: "Tautan ini tidak berlaku", en: "This link is not valid", zh: "该链接无效" },
  linkGoneBody: {
    id: "Mungkin tautannya terpotong atau sudah kedaluwarsa. Semua pesan Anda ada di akun Anda.",
    en: "It may have been cut off, or it has expired. All your messages are in your account.",
    zh: "链接可能不完整或已过期。您的所有消息都在您的账户中。",
  },
  wayOut: {
    id: "Tidak ingin menerima email seperti ini? Hentikan di sini: {wayOut}",
    en: "Do you no longer want emails like this? Stop them here: {wayOut}",
    zh: "不想再收到此类邮件？请在此退订：{wayOut}",
  },
  toMessages: { id: "Buka pesan", en: "Open messages", zh: "查看消息" },
});
