import { defineTexts } from "#shared/texts.ts";

export const headTexts = defineTexts({
  borrower: { id: "Peminjam", en: "Borrower", zh: "借款人" },
  unnamed: { id: "Belum ada nama", en: "No name yet", zh: "尚未填写姓名" },
  ACTIVE: { id: "Aktif", en: "Active", zh: "正常" },
  BLOCKED: { id: "Diblokir", en: "Blocked", zh: "已冻结" },
  CLOSED: { id: "Ditutup", en: "Closed", zh: "已注销" },
  MERGED: { id: "Digabung", en: "Merged", zh: "已合并" },
  openLoan: { id: "Pinjaman terbuka", en: "Open loan", zh: "未结借款" },
  noOpenLoan: { id: "Tidak ada pinjaman terbuka", en: "No open loan", zh: "无未结借款" },
  FROZEN_BY_OWNER: { id: "Dibekukan pemilik", en: "Frozen by its owner", zh: "本人已冻结" },
  LEGAL_HOLD: { id: "Penahanan hukum", en: "Legal hold", zh: "法律保留" },
  LOCKED: { id: "Terkunci", en: "Locked", zh: "已锁定" },
  WRITTEN_OFF: { id: "Utang lama dihapus buku", en: "Old debt written off", zh: "旧债已核销" },
  NIK_MISMATCH: { id: "NIK tidak sesuai kelahiran", en: "NIK does not fit the birth", zh: "NIK 与出生信息不符" },
  FACE_NOT_VERIFIED: { id: "Wajah belum cocok", en: "Face not verified", zh: "人脸未核验" },
});
