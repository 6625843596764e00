import { defineTexts } from "#shared/texts.ts";

export const holdWords = defineTexts({
  HOLDFollows: {
    id: "Mulai sekarang tidak ada data peminjam ini yang dihapus, dan akunnya tidak bisa ditutup.",
    en: "From now on none of this borrower's data is destroyed, and the account cannot be closed.",
    zh: "即日起不销毁该借款人的任何数据，账户不能注销。",
  },
  LIFTFollows: {
    id: "Penghapusan berjalan lagi menurut aturan penyimpanan, dan akun bisa ditutup.",
    en: "Deletion continues by the retention rules, and the account can be closed.",
    zh: "恢复按保留规则删除数据，账户可以注销。",
  },
  refusedFollows: {
    id: "Tidak ada yang berubah.",
    en: "Nothing changes.",
    zh: "状态不变。",
  },
  kind: { id: "Penahanan hukum", en: "Legal hold", zh: "法律保留" },
  wanted: { id: "Usulan", en: "Proposed", zh: "提议" },
  HOLD: { id: "Simpan data untuk perkara hukum", en: "Keep the data for a legal matter", zh: "因法律事务保留数据" },
  LIFT: { id: "Cabut penahanan", en: "Lift the hold", zh: "解除保留" },
  authority: { id: "Atas permintaan", en: "At the request of", zh: "要求方" },
  COURT: { id: "Pengadilan", en: "A court", zh: "法院" },
  POLICE: { id: "Kepolisian", en: "The police", zh: "警方" },
  OJK: { id: "OJK", en: "OJK", zh: "OJK" },
  TAX: { id: "Direktorat Jenderal Pajak", en: "The tax office", zh: "税务局" },
  DISPUTE: { id: "Sengketa dengan peminjam", en: "A dispute with the borrower", zh: "与借款人的纠纷" },
});
