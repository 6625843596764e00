import { defineTexts } from "#shared/texts.ts";

/** Messages to a phone: short, with the number of the loan, never pressing. // Field rules: collection */
export const messageTexts = defineTexts({
  BEFORE: {
    id: "Angsuran pinjaman {number} sebesar {amount} jatuh tempo {date}. Cara bayar: {link}",
    en: "The instalment of {amount} for loan {number} is due on {date}. How to pay: {link}",
    zh: "借款 {number} 的分期 {amount} 将于 {date} 到期。付款方式：{link}",
  },
  DUE: {
    id: "Angsuran pinjaman {number} sebesar {amount} jatuh tempo {date}. Bayar sebelum tengah malam WIB agar tidak kena denda: {link}",
    en: "The instalment of {amount} for loan {number} is due on {date}. Pay before midnight WIB to avoid a late fee: {link}",
    zh: "借款 {number} 的分期 {amount} 于 {date} 到期。请在雅加达时间午夜前付款，以免产生滞纳金：{link}",
  },
  AFTER: {
    id: "Angsuran pinjaman {number} yang jatuh tempo {date} belum lunas. Yang perlu dibayar sekarang {amount}. Cara bayar: {link}. Ada kesulitan? Hubungi kami lewat aplikasi.",
    en: "The instalment for loan {number} that was due on {date} is not paid in full. To pay now: {amount}. How to pay: {link}. In difficulty? Contact us in the app.",
    zh: "借款 {number} 于 {date} 到期的分期尚未付清，现需支付 {amount}。付款方式：{link}。如有困难，请通过应用联系我们。",
  },
  RECEIVED: {
    id: "Pembayaran {amount} untuk pinjaman {number} sudah kami terima. Untuk melunasi hari ini: {rest}. Rincian: {link}",
    en: "We received your payment of {amount} for loan {number}. To pay it off today: {rest}. Details: {link}",
    zh: "我们已收到您对借款 {number} 的付款 {amount}。今日结清需 {rest}。详情：{link}",
  },
  PAID_OFF: {
    id: "Pinjaman {number} sudah lunas. Terima kasih. Surat keterangan lunas: {link}",
    en: "Loan {number} is paid off. Thank you. Your paid-off letter: {link}",
    zh: "借款 {number} 已结清，谢谢。结清证明：{link}",
  },
  DISBURSED: {
    id: "Dana pinjaman {number} sebesar {amount} sudah masuk ke rekening Anda. Angsuran pertama jatuh tempo {date}. Rincian: {link}",
    en: "The {amount} of loan {number} has arrived in your account. The first instalment is due on {date}. Details: {link}",
    zh: "借款 {number} 的 {amount} 已到账。首期分期于 {date} 到期。详情：{link}",
  },
});
