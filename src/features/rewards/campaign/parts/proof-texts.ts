import { defineTexts } from "#shared/texts.ts";

/** Texts of the part that runs in the browser; separate, so that the browser does not load the domain's other texts. */
export const drawProofTexts = defineTexts({
  recompute: { id: "Hitung ulang di perangkat ini", en: "Recompute on this device", zh: "在本设备上重新计算" },
  working: { id: "Menghitung…", en: "Computing…", zh: "计算中…" },
  commitmentOk: {
    id: "Segel cocok dengan kunci acak dan daftar hadiah.",
    en: "The seal matches the random key and the prizes.",
    zh: "封存码与随机密钥和奖品清单一致。",
  },
  entriesOk: {
    id: "Daftar peserta cocok dengan yang diumumkan.",
    en: "The entries are those that were published.",
    zh: "参与清单与公布的一致。",
  },
  resultOk: { id: "Hasilnya cocok.", en: "The result matches.", zh: "结果一致。" },
  resultsOk: { id: "Semua {count} hasil cocok.", en: "All {count} results match.", zh: "全部 {count} 个结果一致。" },
  bad: {
    id: "Ada yang tidak cocok. Mohon kirim halaman ini kepada kami.",
    en: "Something does not match. Please send us this page.",
    zh: "存在不一致，请将此页面发送给我们。",
  },
  failed: {
    id: "Perangkat ini tidak bisa menghitungnya. Pakai baris perintah di bawah.",
    en: "This device cannot compute it. Use the command lines below.",
    zh: "本设备无法计算，请使用下方命令。",
  },
});
