import { defineTexts } from "#shared/texts.ts";

export const holdWords = defineTexts({
  kind: { id: "Penahanan hukum", en: "Legal hold", zh: "法律保留" },
  wanted: { id: "Usulan", en: "Proposed", zh: "提议" },
  HOLD: { id: "Simpan data untuk perkara hukum", en: "Keep the data for a legal matter", zh: "因法律事务保留数据" },
  LIFT: { id: "Cabut penahanan", en: "Lift the hold", zh: "解除保留" },
  authority: { id: "Atas permintaan", en: "On the word of", zh: "要求方" },
  COURT: { id: "Pengadilan", en: "A court", zh: "法院" },
  POLICE: { id: "Kepolisian", en: "The police", zh: "警方" },
  OJK: { id: "OJK", en: "OJK", zh: "OJK" },
  TAX: { id: "Direktorat Jenderal Pajak", en: "The tax office", zh: "税务局" },
  DISPUTE: { id: "Sengketa dengan peminjam", en: "A dispute with the borrower", zh: "与借款人的纠纷" },
});
