import { defineTexts } from "#shared/texts.ts";

/** Why no application can be taken now, and the way on. */
export const applicationObstacleTexts = defineTexts({
  openTitle: {
    id: "Pengajuan atau pinjaman Anda masih berjalan",
    en: "You already have an application or a loan",
    zh: "您已有进行中的申请或借款",
  },
  openBody: {
    id: "Satu pinjaman dalam satu waktu. Setelah selesai, Anda bisa mengajukan lagi.",
    en: "One loan at a time. When it is finished you can apply again.",
    zh: "每次仅限一笔借款，结束后即可再次申请。",
  },
  toHome: { id: "Lihat pinjaman saya", en: "See my loan", zh: "查看我的借款" },
  oldDebtTitle: {
    id: "Ada pinjaman lama yang belum lunas",
    en: "An earlier loan is still owed",
    zh: "您有一笔旧借款尚未还清",
  },
  oldDebtBody: {
    id: "Pinjaman {number} sudah dihapus dari pembukuan kami, tetapi tetap harus dibayar. Setelah lunas, Anda bisa mengajukan lagi.",
    en: "Loan {number} was written off in our books and is owed all the same. Once it is paid off you can apply again.",
    zh: "借款 {number} 已在我方账上核销，但仍须偿还。还清后即可再次申请。",
  },
  payOldDebt: { id: "Bayar pinjaman lama", en: "Pay the earlier loan", zh: "偿还旧借款" },
  waitTitle: { id: "Belum bisa mengajukan", en: "You cannot apply yet", zh: "暂时无法申请" },
  limitTooSmallTitle: { id: "Limit Anda belum cukup", en: "Your limit is not enough yet", zh: "您的额度不足" },
  limitTooSmall: {
    id: "Yang masih bisa dipinjam {remaining}, di bawah jumlah terkecil {minimum}. Perbarui penghasilan Anda jika sudah berubah.",
    en: "You can still borrow {remaining}, less than the smallest loan of {minimum}. Update your income if it has changed.",
    zh: "您还可借 {remaining}，低于最低金额 {minimum}。如收入有变，请更新资料。",
  },
  toProfile: { id: "Perbarui data", en: "Update my information", zh: "更新资料" },
  seeReasons: { id: "Lihat alasannya", en: "See the reasons", zh: "查看原因" },
});
