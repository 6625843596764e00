import { defineTexts } from "#shared/texts.ts";

export const figureTexts = defineTexts({
  CREDIT: { id: "Kredit", en: "Credit", zh: "信用" },
  REPAYMENT: { id: "Pembayaran", en: "Repayment", zh: "还款" },
  CONTACT: { id: "Kontak dan janji", en: "Contacts and promises", zh: "联系与承诺" },
  ACCOUNT: { id: "Akun", en: "Account", zh: "账户" },
  messages: { id: "Pesan terakhir", en: "Newest messages", zh: "最近消息" },
  noMessages: { id: "Belum ada pesan.", en: "No messages yet.", zh: "暂无消息。" },
  allMessages: { id: "Semua pesan", en: "All messages", zh: "全部消息" },
});
