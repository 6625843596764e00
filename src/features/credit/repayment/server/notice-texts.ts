/** Notices to borrowers about repayment: complete in the inbox, with its address by WhatsApp, and by SMS without any amount. Never pressing. // Field rules: collection */
import { withLink, type NoticeTexts } from "#features/platform/notice/server/index.ts";
import { defineTexts, type Text } from "#shared/texts.ts";

const leads = defineTexts({
  details: { id: "Rincian:", en: "Details:", zh: "详情：" },
  letter: { id: "Surat keterangan lunas:", en: "Your paid-off letter:", zh: "结清证明：" },
  account: { id: "Periksa rekening Anda:", en: "Check your account:", zh: "请核对您的账户：" },
});

const titles = defineTexts({
  received: { id: "Pembayaran diterima", en: "Payment received", zh: "已收到付款" },
  balance: { id: "Uang Anda menjadi saldo", en: "Your money is now balance", zh: "款项已转为余额" },
  fromBalance: { id: "Saldo membayar cicilan", en: "Paid from your balance", zh: "余额已付款" },
  chargeback: { id: "Pembayaran ditarik bank", en: "Payment taken back by the bank", zh: "付款被银行撤回" },
  stopped: { id: "Pengajuan diakhiri", en: "Application ended", zh: "申请已终止" },
  paidOff: { id: "Pinjaman lunas", en: "Loan paid off", zh: "借款已结清" },
  letter: { id: "Surat lunas diganti", en: "New paid-off letter", zh: "结清证明已更换" },
  payoutReturned: { id: "Dana pinjaman kembali", en: "Your money was sent back", zh: "借款款项被退回" },
  refundReturned: { id: "Pengembalian saldo kembali", en: "Your refund was sent back", zh: "余额退款被退回" },
  undone: { id: "Pinjaman dibatalkan", en: "Loan cancelled", zh: "借款已取消" },
  disbursed: { id: "Dana sudah masuk", en: "Money arrived", zh: "款项已到账" },
});

/** Anyone who looks at the phone can read an SMS: it says that there is news, never how much. */
const sms = defineTexts({
  received: {
    id: "Pembayaran Anda sudah kami terima. Terima kasih. Rincian: {link}",
    en: "We received your payment. Thank you. Details: {link}",
    zh: "我们已收到您的付款。详情：{link}",
  },
  balance: {
    id: "Uang yang Anda kirim menjadi saldo Anda. Rincian: {link}",
    en: "The money that you sent is now your balance. Details: {link}",
    zh: "您的款项已转为余额。详情：{link}",
  },
  fromBalance: {
    id: "Saldo Anda membayar cicilan yang jatuh tempo. Rincian: {link}",
    en: "Your balance paid what was due. Details: {link}",
    zh: "您的余额已支付到期款项：{link}",
  },
  chargeback: {
    id: "Bank menarik kembali sebuah pembayaran Anda, jadi tidak dihitung. Rincian: {link}",
    en: "The bank took back a payment of yours, so it does not count. Details: {link}",
    zh: "银行撤回了您的一笔付款。详情：{link}",
  },
  stopped: {
    id: "Pengajuan Anda kami akhiri tanpa biaya. Alasannya: {link}",
    en: "We ended your application free of charge. The reason: {link}",
    zh: "您的申请已终止，不收费。原因：{link}",
  },
  paidOff: {
    id: "Pinjaman Anda sudah lunas. Terima kasih. Surat keterangan lunas: {link}",
    en: "Your loan is paid off. Thank you. Your paid-off letter: {link}",
    zh: "您的借款已结清。结清证明：{link}",
  },
  letter: {
    id: "Surat keterangan lunas Anda kami ganti; pinjaman tetap lunas. Surat baru: {link}",
    en: "We replaced your paid-off letter; the loan is still paid off. New letter: {link}",
    zh: "结清证明已更换，借款仍为结清：{link}",
  },
  payoutReturned: {
    id: "Dana pinjaman Anda dikembalikan bank penerima. Anda belum perlu membayar. Rincian: {link}",
    en: "Your loan's money was sent back by the receiving bank. You need not pay for now. Details: {link}",
    zh: "借款款项被退回，目前无需付款：{link}",
  },
  refundReturned: {
    id: "Pengembalian saldo Anda ditolak bank penerima. Uangnya aman. Rincian: {link}",
    en: "The refund of your balance was sent back. The money is safe. Details: {link}",
    zh: "余额退款被退回，款项安全。详情：{link}",
  },
  undone: {
    id: "Pinjaman Anda dibatalkan. Anda tidak berutang apa pun. Rincian: {link}",
    en: "Your loan is cancelled. You owe nothing. Details: {link}",
    zh: "借款已取消，您没有欠款。详情：{link}",
  },
  disbursed: {
    id: "Dana pinjaman Anda sudah masuk ke rekening. Rincian: {link}",
    en: "Your loan's money has arrived in your account. Details: {link}",
    zh: "您的借款已到账。详情：{link}",
  },
});

const bodies = defineTexts({
  RECEIVED: {
    id: "Pembayaran {amountRupiah} untuk pinjaman {number} sudah kami terima. Untuk melunasi pada {dayOn}: {restRupiah}.",
    en: "We received your payment of {amountRupiah} for loan {number}. To pay it off on {dayOn}: {restRupiah}.",
    zh: "我们已收到您对借款 {number} 的付款 {amountRupiah}。{dayOn}结清需 {restRupiah}。",
  },
  /** Money for a loan that owes nothing any more. */
  KEPT: {
    id: "Pembayaran {amountRupiah} untuk pinjaman {number} sudah kami terima. Pinjaman itu sudah lunas, jadi uangnya menjadi saldo Anda.",
    en: "We received your payment of {amountRupiah} for loan {number}. That loan is paid off already, so the money is now your balance.",
    zh: "我们已收到您对借款 {number} 的付款 {amountRupiah}。该借款已结清，款项已转为您的余额。",
  },
  FROM_BALANCE: {
    id: "Saldo Anda membayar {amountRupiah} yang jatuh tempo untuk pinjaman {number}.",
    en: "Your balance paid {amountRupiah} that was due for loan {number}.",
    zh: "您的余额已支付借款 {number} 的到期款项 {amountRupiah}。",
  },
  TAKEN_BACK: {
    id: "Bank menarik kembali pembayaran {amountRupiah} untuk pinjaman {number}, jadi pembayaran itu tidak dihitung. Untuk melunasi pada {dayOn}: {restRupiah}.",
    en: "The bank took back the payment of {amountRupiah} for loan {number}, so it does not count. To pay it off on {dayOn}: {restRupiah}.",
    zh: "银行撤回了借款 {number} 的付款 {amountRupiah}，该付款不再计入。{dayOn}结清需 {restRupiah}。",
  },
  APPLICATION_STOPPED: {
    id: "Pengajuan {number} kami akhiri tanpa biaya, karena pinjaman {other} harus dibayar lagi: bank menarik kembali sebuah pembayaran. Setelah pinjaman itu lunas, Anda boleh mengajukan lagi.",
    en: "We ended application {number} free of charge because loan {other} is owed again: the bank took a payment back. Once that loan is paid off you may apply again.",
    zh: "由于银行撤回了一笔付款，借款 {other} 需重新偿还，我们已终止申请 {number}，不收取任何费用。该借款结清后您可再次申请。",
  },
  PAID_OFF: {
    id: "Pinjaman {number} sudah lunas. Terima kasih.",
    en: "Loan {number} is paid off. Thank you.",
    zh: "借款 {number} 已结清，谢谢。",
  },
  LETTER_REPLACED: {
    id: "Surat keterangan lunas pinjaman {number} kami ganti karena sebuah pembayaran baru tercatat. Pinjaman tetap lunas.",
    en: "We replaced the paid-off letter of loan {number} because a payment was recorded late. The loan is still paid off.",
    zh: "因一笔付款较晚入账，我们已更换借款 {number} 的结清证明，借款仍为已结清。",
  },
  PAYOUT_RETURNED: {
    id: "Dana pinjaman {number} sebesar {amountRupiah} dikembalikan oleh bank penerima. Anda belum perlu membayar apa pun. Petugas kami menanganinya.",
    en: "The {amountRupiah} of loan {number} was sent back by the receiving bank. You need not pay anything for now. Our staff is taking care of it.",
    zh: "借款 {number} 的款项 {amountRupiah} 被收款银行退回，您目前无需付款。工作人员正在处理。",
  },
  REFUND_RETURNED: {
    id: "Pengembalian saldo Anda dikembalikan oleh bank penerima. Uangnya aman pada kami dan sedang ditangani petugas.",
    en: "The refund of your balance was sent back by the receiving bank. The money is safe with us, and our staff is taking care of it.",
    zh: "您的余额退款被收款银行退回。款项由我方妥善保管，工作人员正在处理。",
  },
  UNDONE: {
    id: "Pinjaman {number} dibatalkan karena dananya tidak bisa masuk ke rekening Anda. Anda tidak berutang apa pun, dan yang sudah Anda bayar menjadi saldo Anda.",
    en: "Loan {number} is cancelled because its money could not reach your account. You owe nothing, and everything that you paid is now your balance.",
    zh: "由于款项无法到达您的账户，借款 {number} 已取消。您没有任何欠款，已付款项已转为您的余额。",
  },
  DISBURSED: {
    id: "Dana pinjaman {number} sebesar {amountRupiah} sudah masuk ke rekening Anda. Cicilan pertama jatuh tempo {dueOn}.",
    en: "The {amountRupiah} of loan {number} has arrived in your account. The first instalment is due on {dueOn}.",
    zh: "借款 {number} 的 {amountRupiah} 已到账。首期分期于{dueOn}到期。",
  },
  /** The money arrived once more, and the payments made in the meantime cover all that is owed. */
  DISBURSED_PAID: {
    id: "Dana pinjaman {number} sebesar {amountRupiah} sudah masuk ke rekening Anda, dan pinjaman itu lunas dengan yang sudah Anda bayar.",
    en: "The {amountRupiah} of loan {number} has arrived in your account, and what you have paid pays that loan off.",
    zh: "借款 {number} 的 {amountRupiah} 已到账，您此前的付款已结清该借款。",
  },
});

const textsOf = (
  body: Text,
  { title, short, lead = leads.details }: { title: Text; short: Text; lead?: Text },
): NoticeTexts => ({ title, body, whatsapp: withLink(body, lead), sms: short });

export const noticeTexts = {
  RECEIVED: textsOf(bodies.RECEIVED, { title: titles.received, short: sms.received }),
  KEPT: textsOf(bodies.KEPT, { title: titles.balance, short: sms.balance }),
  FROM_BALANCE: textsOf(bodies.FROM_BALANCE, { title: titles.fromBalance, short: sms.fromBalance }),
  TAKEN_BACK: textsOf(bodies.TAKEN_BACK, { title: titles.chargeback, short: sms.chargeback }),
  APPLICATION_STOPPED: textsOf(bodies.APPLICATION_STOPPED, { title: titles.stopped, short: sms.stopped }),
  PAID_OFF: textsOf(bodies.PAID_OFF, { title: titles.paidOff, short: sms.paidOff, lead: leads.letter }),
  LETTER_REPLACED: textsOf(bodies.LETTER_REPLACED, { title: titles.letter, short: sms.letter, lead: leads.letter }),
  PAYOUT_RETURNED: textsOf(bodies.PAYOUT_RETURNED, {
    title: titles.payoutReturned,
    short: sms.payoutReturned,
    lead: leads.account,
  }),
  REFUND_RETURNED: textsOf(bodies.REFUND_RETURNED, { title: titles.refundReturned, short: sms.refundReturned }),
  UNDONE: textsOf(bodies.UNDONE, { title: titles.undone, short: sms.undone }),
  DISBURSED: textsOf(bodies.DISBURSED, { title: titles.disbursed, short: sms.disbursed }),
  DISBURSED_PAID: textsOf(bodies.DISBURSED_PAID, { title: titles.disbursed, short: sms.disbursed }),
} satisfies Record<string, NoticeTexts>;
