/** Notices about a promise and about a write-off. Outside the app they name no amount. */
import { defineNotice, withLink } from "#features/platform/notice/server/index.ts";
import { defineTexts } from "#shared/texts.ts";

const words = defineTexts({
  title: { id: "Janji bayar dicatat", en: "Your promise is noted", zh: "付款承诺已记录" },
  body: {
    id: "Janji bayar untuk pinjaman {number} dicatat: {amountRupiah} paling lambat {promisedOn}. Sampai saat itu kami tidak menelepon Anda. Denda tetap berjalan. Bukan Anda yang berjanji? Beri tahu kami di halaman penagihan.",
    en: "A promise for loan {number} is noted: {amountRupiah} by {promisedOn}. Until then we do not call you. Late fees run on. You did not promise this? Say so on the page about collection.",
    zh: "借款 {number} 的付款承诺已记录：{promisedOn}前支付 {amountRupiah}。在此之前我们不会致电。逾期费照常计算。如非您本人承诺，请在催收页面告知我们。",
  },
  outside: {
    id: "Janji bayar Anda untuk pinjaman {number} dicatat sampai {promisedOn}.",
    en: "Your promise for loan {number} is noted until {promisedOn}.",
    zh: "借款 {number} 的付款承诺已记录，至{promisedOn}。",
  },
  sms: {
    id: "Janji bayar Anda sudah dicatat. Lihat: {link}",
    en: "Your promise to pay is noted. See it: {link}",
    zh: "您的付款承诺已记录：{link}",
  },
  offTitle: { id: "Pinjaman dihapusbukukan", en: "Your loan was written off", zh: "借款已核销" },
  off: {
    id: "Pinjaman {number} kami hapus dari buku kami. Utangnya tetap ada dan tetap tercatat sebagai tunggakan; denda tidak bertambah lagi. Anda bisa membayarnya kapan saja di aplikasi, dan setelah lunas Anda mendapat surat lunas.",
    en: "We wrote loan {number} off in our books. The debt stays and still counts as overdue; no further late fee is added. You can pay it in the app at any time, and once it is paid you get a paid-off letter.",
    zh: "我们已在账面上核销借款 {number}。债务仍然存在并继续计为逾期，不再增加逾期费。您可随时在应用内还款，结清后会收到结清证明。",
  },
  offSms: {
    id: "Ada kabar penting tentang pinjaman Anda. Lihat: {link}",
    en: "There is important news about your loan. See it: {link}",
    zh: "关于您借款的重要通知：{link}",
  },
  see: { id: "Lihat:", en: "See it:", zh: "查看：" },
});

type Promised = { number: string; amountRupiah: number; promisedOn: string };
export const promiseNotice = defineNotice<Promised>({
  kind: "servicing.promised",
  topic: "LOAN",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  texts: { title: words.title, body: words.body, whatsapp: withLink(words.outside, words.see), sms: words.sms },
  link: () => ({ path: "/webview/servicing" }),
  example: { number: "PJ-2026-11-000001", amountRupiah: 99_999_999, promisedOn: "2026-12-24" },
});

export const writtenOff = defineNotice<{ number: string }>({
  kind: "servicing.written_off",
  topic: "LOAN",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  texts: { title: words.offTitle, body: words.off, sms: words.offSms },
  link: () => ({ path: "/webview/bills" }),
  example: { number: "PJ-2026-11-000001" },
});
