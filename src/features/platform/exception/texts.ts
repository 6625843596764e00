import { defineTexts } from "#shared/texts.ts";

/** Words of staff's screens. Task and cause are named by the subscriber that created the exception. */
export const texts = defineTexts({
  title: { id: "Kendala", en: "Exceptions", zh: "异常" },
  lead: {
    id: "Yang tidak bisa dikerjakan sistem sendiri: coba lagi, atau tutup dengan alasannya.",
    en: "Work that the system could not do automatically: retry it, or close it with a reason.",
    zh: "系统无法自行完成的事项：重试，或填写原因后关闭。",
  },
  caseTitle: { id: "Kendala: {text}", en: "Exception: {text}", zh: "异常：{text}" },
  open: { id: "Terbuka", en: "Open", zh: "未关闭" },
  empty: { id: "Tidak ada kendala.", en: "No exceptions.", zh: "没有异常。" },
  emptyClosed: { id: "Belum ada kendala yang ditutup.", en: "None was closed yet.", zh: "尚无已关闭的异常。" },
  OPEN: { id: "Perlu ditangani", en: "Open", zh: "待处理" },
  RETRYING: { id: "Sedang dicoba lagi", en: "Being tried again", zh: "重试中" },
  CLOSED: { id: "Ditutup", en: "Closed", zh: "已关闭" },
  what: { id: "Yang harus dikerjakan", en: "Task", zh: "待办事项" },
  why: { id: "Kendalanya", en: "Why it could not be handled", zh: "异常原因" },
  state: { id: "Status", en: "State", zh: "状态" },
  leftAt: { id: "Sejak", en: "Since", zh: "发生时间" },
  closedAt: { id: "Ditutup", en: "Closed", zh: "关闭时间" },
  closedBy: { id: "Ditutup oleh", en: "Closed by", zh: "关闭人" },
  times: { id: "Berapa kali", en: "How often", zh: "次数" },
  about: { id: "Tentang", en: "About", zh: "对象" },
  borrower: { id: "Peminjam", en: "Borrower", zh: "借款人" },
  loan: { id: "Pinjaman", en: "Loan", zh: "借款" },
  trace: { id: "Jejak permintaan", en: "Trace", zh: "请求追踪" },
  event: { id: "Kejadian", en: "Event", zh: "事件" },
  happenedAt: { id: "Terjadi", en: "Happened", zh: "事件时间" },
  partner: { id: "Mitra", en: "Partner", zh: "合作方" },
  reported: { id: "Yang dilaporkan", en: "What was reported", zh: "通知内容" },
  PAYMENT_RECEIVED: { id: "Pembayaran masuk", en: "A payment was received", zh: "收到还款" },
  PAYMENT_PENDING: { id: "Pembayaran sedang berjalan", en: "A payment is under way", zh: "还款处理中" },
  PAYMENT_FAILED: {
    id: "Pembayaran gagal atau dikembalikan",
    en: "A payment failed or was refunded",
    zh: "还款失败或已退回",
  },
  TRANSFER_PENDING: { id: "Transfer sedang berjalan", en: "A transfer is under way", zh: "转账处理中" },
  TRANSFER_SETTLED: { id: "Transfer berhasil", en: "A transfer arrived", zh: "转账成功" },
  TRANSFER_FAILED: { id: "Transfer gagal", en: "A transfer failed", zh: "转账失败" },
  reference: { id: "Referensi", en: "Reference", zh: "参考号" },
  paymentId: { id: "Nomor pembayaran mitra", en: "The partner's payment number", zh: "合作方付款编号" },
  amount: { id: "Jumlah", en: "Amount", zh: "金额" },
  code: { id: "Kode mitra", en: "The partner's code", zh: "合作方代码" },
  receivedAt: { id: "Diterima", en: "Received", zh: "接收时间" },
  subscriber: { id: "Bagian", en: "Part of the system", zh: "系统部分" },
  borrowerPage: { id: "Buka halaman peminjam", en: "Open the borrower's page", zh: "打开借款人页面" },
  loanPage: { id: "Buka halaman pinjaman", en: "Open the loan's page", zh: "打开借款页面" },
  retry: { id: "Coba lagi", en: "Try again", zh: "重试" },
  retryLead: {
    id: "Sistem menjalankannya sekali lagi; tidak ada yang berlaku dua kali. Yang tetap tidak bisa akan terbuka kembali di sini.",
    en: "The system runs it again; nothing takes effect twice. If it still fails, it is open here again.",
    zh: "系统再执行一次，不会重复生效。仍无法完成的会在此重新打开。",
  },
  orphaned: {
    id: "Bagian ini tidak ada lagi di sistem, jadi tidak bisa dicoba lagi.",
    en: "This part no longer exists in the system, so it cannot be tried again.",
    zh: "系统中已无此部分，无法重试。",
  },
  retried: {
    id: "Sedang dicoba lagi. Muat ulang sebentar lagi untuk melihat hasilnya.",
    en: "It is being tried again. Reload in a moment to see the result.",
    zh: "正在重试，请稍后刷新查看结果。",
  },
  failed: {
    id: "Mencoba lagi gagal {count} kali. Berikutnya paling lambat {at}.",
    en: "Trying again failed {count} times. The next time is at {at} at the latest.",
    zh: "重试已失败 {count} 次，最迟 {at} 再试。",
  },
  close: { id: "Tutup", en: "Close", zh: "关闭" },
  closeLead: {
    id: "Bila sudah diselesaikan dengan cara lain, atau memang tidak perlu. Tidak dicoba lagi setelah itu.",
    en: "If it was handled in another way, or nothing needs to be done. It is not tried again after that.",
    zh: "已用其他方式处理，或无需处理时使用。此后不再重试。",
  },
  closed: { id: "Kendala ditutup.", en: "The exception was closed.", zh: "异常已关闭。" },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  reasonHint: {
    id: "Apa yang sudah dikerjakan, atau mengapa tidak perlu.",
    en: "Write what was done about it, or why nothing is to be done.",
    zh: "说明已如何处理，或为何无需处理。",
  },
  reasonForgotten: { id: "Sudah dihapus", en: "Forgotten", zh: "已删除" },
  steps: { id: "Langkah", en: "Steps", zh: "步骤" },
  when: { id: "Waktu", en: "Time", zh: "时间" },
  step: { id: "Yang terjadi", en: "What happened", zh: "事项" },
  who: { id: "Siapa", en: "Who", zh: "人员" },
  SYSTEM: { id: "Sistem", en: "System", zh: "系统" },
});

/** Causes of state changes, in addition to the causes that subscribers name. */
export const exceptionStepTexts = defineTexts({
  RETRIED: { id: "Dicoba lagi", en: "Tried again", zh: "重试" },
  DONE: { id: "Berhasil dikerjakan", en: "Done", zh: "已完成" },
  CLOSED: { id: "Ditutup petugas", en: "Closed by staff", zh: "由工作人员关闭" },
});

/** Texts of exceptions about partners' reports, and their causes. */
export const reportTexts = defineTexts({
  REPORT: { id: "Laporan mitra", en: "Report of a partner", zh: "合作方通知" },
  CONTRADICTS: {
    id: "Laporan ini bertentangan dengan yang sudah tercatat. Tanyakan kepada mitra mana yang benar.",
    en: "This report contradicts what is on record. Ask the partner which of the two is right.",
    zh: "此通知与已有记录相矛盾，请向合作方核实。",
  },
  UNKNOWN_SUBJECT: {
    id: "Transfer atau pembayaran yang dilaporkan tidak ada pada kami. Tanyakan kepada mitra.",
    en: "We have no transfer or payment that this report could be about. Ask the partner.",
    zh: "我方没有此通知所指的转账或付款，请向合作方核实。",
  },
  UNPROCESSABLE: {
    id: "Laporan ini sudah dicoba sepuluh kali dan tetap gagal diproses. Periksa isinya, perbaiki penyebabnya, lalu coba lagi.",
    en: "This report was tried ten times and could not be processed. Look at what it says, remove the cause, then try again.",
    zh: "此通知已尝试处理十次仍失败。请查看内容、排除原因后重试。",
  },
});
