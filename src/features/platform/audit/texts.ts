import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Jejak audit", en: "Audit trail", zh: "审计记录" },
  lead: {
    id: "Semua yang dilihat dan dilakukan petugas. Hanya bisa ditambah, tidak bisa diubah.",
    en: "Everything that staff see and do. It only grows; nothing in it can be changed.",
    zh: "工作人员查看和执行的一切。只能增加，不能更改。",
  },
  staffId: { id: "ID petugas", en: "Staff id", zh: "人员 ID" },
  borrowerId: { id: "ID peminjam", en: "Borrower id", zh: "借款人 ID" },
  onlyRefused: { id: "Hanya yang ditolak", en: "Refused only", zh: "仅被拒绝的" },
  when: { id: "Waktu", en: "Time", zh: "时间" },
  who: { id: "Siapa", en: "Who", zh: "人员" },
  what: { id: "Tindakan", en: "Action", zh: "操作" },
  reasonForgotten: {
    id: "Dihapus bersama data peminjam",
    en: "Erased with the borrower's data",
    zh: "已随借款人数据一并删除",
  },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  about: { id: "Peminjam", en: "Borrower", zh: "借款人" },
  outcome: { id: "Hasil", en: "Outcome", zh: "结果" },
  details: { id: "Rincian", en: "Details", zh: "详情" },
  from: { id: "Dari", en: "From", zh: "来源" },
  empty: { id: "Tidak ada catatan yang cocok.", en: "No entry fits.", zh: "没有符合的记录。" },
  unknownPerson: { id: "Tidak dikenal", en: "Unknown", zh: "未知" },
  DONE: { id: "Selesai", en: "Done", zh: "完成" },
  REFUSED: { id: "Ditolak", en: "Refused", zh: "被拒绝" },
  UNKNOWN: { id: "Belum tercatat selesai", en: "No end on record", zh: "未记录结束" },
});
