/** What goes from state to state, by the name of its lifecycle, for the readable pages of the copy that a borrower gets. */
import { defineTexts } from "#shared/texts.ts";

export const machineTexts = defineTexts({
  account_closure: { id: "Penutupan akun", en: "Closing of the account", zh: "账户注销" },
  account_link: { id: "Tautan akun", en: "Account link", zh: "账户绑定" },
  account_merge: { id: "Penggabungan akun", en: "Merging of accounts", zh: "账户合并" },
  bank_transfer: { id: "Transfer", en: "Transfer", zh: "转账" },
  campaign: { id: "Event", en: "Event", zh: "活动" },
  campaign_award: { id: "Hadiah event", en: "Prize of an event", zh: "活动奖品" },
  campaign_draw: { id: "Undian", en: "Draw", zh: "抽奖" },
  complaint: { id: "Pengaduan", en: "Complaint", zh: "投诉" },
  coupon: { id: "Kupon", en: "Coupon", zh: "优惠券" },
  data_request: { id: "Permintaan soal data", en: "Request about data", zh: "数据申请" },
  document_request: { id: "Dokumen yang diminta lagi", en: "Documents asked for again", zh: "要求补充的资料" },
  email_request: { id: "Perubahan email", en: "Change of the mail address", zh: "邮箱变更" },
  information_offer: { id: "Tawaran menambah data", en: "Offer to add information", zh: "补充信息的邀请" },
  invitation: { id: "Undangan teman", en: "Invitation of a friend", zh: "好友邀请" },
  loan: { id: "Pinjaman", en: "Loan", zh: "借款" },
  lookup: { id: "Pencarian data", en: "Look-up", zh: "数据查询" },
  lost_number: { id: "Nomor hilang", en: "Lost number", zh: "号码遗失" },
  number_release: { id: "Pelepasan nomor", en: "Release of a number", zh: "释放号码" },
  review_case: { id: "Peninjauan petugas", en: "Review by staff", zh: "人工审核" },
  security_contest: { id: "Pembekuan akun", en: "Freezing of the account", zh: "账户冻结" },
  underwriting_case: { id: "Penilaian pengajuan", en: "Assessment of an application", zh: "申请评估" },
  wallet_withdrawal: { id: "Penarikan hadiah", en: "Withdrawal of reward money", zh: "奖励提现" },
});
