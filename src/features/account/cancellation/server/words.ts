/** Console words for this domain's events and codes. */
import { coolingHours } from "../contract.ts";
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  CLOSURE_ASKED: { id: "Penutupan akun diminta", en: "Closing of the account requested", zh: "申请注销账户" },
  CLOSURE_CLOSED: { id: "Akun ditutup", en: "Account closed", zh: "账户已注销" },
  CLOSURE_ERASED: { id: "Data peminjam dihapus", en: "The borrower's data was erased", zh: "借款人数据已删除" },
  CLOSURE_WITHDRAWN: { id: "Penutupan dibatalkan", en: "Closing cancelled", zh: "撤销注销" },
  CLOSURE_UNDONE: { id: "Penutupan tidak terjadi", en: "Closing undone", zh: "注销未完成" },
});

const codes = defineTexts({
  ASKED: { id: "diminta peminjam", en: "requested by the borrower", zh: "借款人申请" },
  TAKEN_BACK: { id: "dibatalkan peminjam", en: "cancelled by the borrower", zh: "借款人撤销" },
  COOLING_OVER: {
    id: `${coolingHours} jam telah lewat`,
    en: `${coolingHours} hours are over`,
    zh: `${coolingHours} 小时已过`,
  },
  ERASURE_BEGUN: { id: "penghapusan dimulai", en: "erasure has begun", zh: "已开始删除" },
  FORGOTTEN_BEFORE: { id: "dihapus sebelum pemulihan data", en: "erased before a restore", zh: "恢复数据前已删除" },
  ERASURE_DONE: { id: "semua dihapus", en: "all erased", zh: "已全部删除" },
  LOAN_OPEN: { id: "ada pinjaman berjalan", en: "a loan is open", zh: "有未结清借款" },
  APPLICATION_OPEN: { id: "ada pengajuan terbuka", en: "an application is open", zh: "有进行中的申请" },
  PAYMENT_IN_FLIGHT: { id: "ada uang dalam perjalanan", en: "money is on its way", zh: "有资金在途" },
  BALANCE: { id: "ada saldo", en: "there is a balance", zh: "有余额" },
  WITHDRAWAL_PENDING: { id: "ada penarikan berjalan", en: "a withdrawal is under way", zh: "有提现进行中" },
  MONEY_PROPOSAL_OPEN: { id: "ada usulan soal uang", en: "a proposal about money is open", zh: "有待审核的资金提案" },
  REQUEST_OPEN: { id: "ada permintaan terbuka", en: "a request is open", zh: "有未完成的请求" },
  SECURITY_HOLD: { id: "akun dibekukan atau ditahan", en: "the account is frozen or held", zh: "账户已冻结或受保护" },
  LEGAL_HOLD: { id: "ditahan karena hukum", en: "held by law", zh: "依法保留" },
});

/** States of a closing. */
export const closureStateTexts = defineTexts({
  closing: { id: "Penutupan akun", en: "Closing of the account", zh: "注销账户" },
  COOLING: { id: "Masih bisa dibatalkan", en: "Can be cancelled", zh: "可撤销" },
  CLOSED: { id: "Ditutup", en: "Closed", zh: "已注销" },
  RETAINING: { id: "Data sedang dihapus", en: "Being erased", zh: "数据删除中" },
  ERASED: { id: "Data dihapus", en: "Erased", zh: "数据已删除" },
  WITHDRAWN: { id: "Dibatalkan peminjam", en: "Cancelled", zh: "已撤销" },
  UNDONE: { id: "Tidak terjadi", en: "Undone", zh: "未完成" },
});

export const words: ConsoleWords = { happenings, codes };
