import { defineTexts } from "#shared/texts.ts";

export const headTexts = defineTexts({
  borrower: { id: "Peminjam", en: "Borrower", zh: "借款人" },
  pages: { id: "Bagian halaman peminjam", en: "Parts of the borrower's page", zh: "借款人页面" },
  unnamed: { id: "Belum ada nama", en: "No name yet", zh: "尚未填写姓名" },
  ACTIVE: { id: "Aktif", en: "Active", zh: "正常" },
  BLOCKED: { id: "Diblokir", en: "Blocked", zh: "已封禁" },
  CLOSED: { id: "Ditutup", en: "Closed", zh: "已注销" },
  MERGED: { id: "Digabung", en: "Merged", zh: "已合并" },
  openLoan: { id: "Pinjaman terbuka", en: "Open loan", zh: "未结借款" },
  noOpenLoan: { id: "Tidak ada pinjaman terbuka", en: "No open loan", zh: "无未结借款" },
});
