import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Stok voucher", en: "Stock of vouchers", zh: "代金券库存" },
  lead: {
    id: "Kode disegel begitu dimuat: tidak ada petugas yang bisa membacanya. Hadiah hanya mengambil kode yang nilainya sama. Tanpa kode, voucher tidak ditukar dan poin tidak berkurang.",
    en: "Codes are sealed once they are loaded: none of the staff can read them. A prize takes only codes of its own value. Without a code no voucher is exchanged and no points are spent.",
    zh: "代码导入后即被封存，员工无法读取。奖品只使用面值相同的代码。没有代码时不会兑换代金券，也不会扣除积分。",
  },
  voucher: { id: "Voucher", en: "Voucher", zh: "代金券" },
  value: { id: "Nilai satu kode", en: "Value of a code", zh: "单个代码面值" },
  noValue: { id: "tidak diketahui", en: "unknown", zh: "未知" },
  left: { id: "Sisa", en: "Left", zh: "剩余" },
  given: { id: "Diberikan", en: "Given", zh: "已发放" },
  empty: { id: "Belum ada kode.", en: "No codes yet.", zh: "暂无代码。" },
  load: { id: "Muat kode", en: "Load codes", zh: "导入代码" },
  key: { id: "Nama voucher", en: "Name of the voucher", zh: "代金券名称" },
  keyHint: { id: "mis. COFFEE", en: "e.g. COFFEE", zh: "例如 COFFEE" },
  codes: { id: "Kode, satu per baris", en: "Codes, one a line", zh: "代码，每行一个" },
  count: { id: "Jumlah menurut mitra", en: "Number that the partner states", zh: "合作方提供的数量" },
  loaded: { id: "Kode sudah dimuat.", en: "The codes are loaded.", zh: "代码已导入。" },
});
