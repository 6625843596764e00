import { maxPhotoMegabytes } from "#shared/fields/photo.ts";
import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  uploadTitle: { id: "Unggah dokumen", en: "Upload documents", zh: "上传资料" },
  saved: { id: "Tersimpan.", en: "Saved.", zh: "已保存。" },
  none: { id: "Belum ada", en: "None yet", zh: "暂无" },
  hintSALARY_SLIP: {
    id: "Slip bulan terakhir. Nama dan jumlahnya harus terbaca.",
    en: "From the last month. Name and amount must be readable.",
    zh: "最近一个月，姓名和金额须清晰。",
  },
  hintBANK_STATEMENT: {
    id: "Halaman dengan nama Anda dan gaji masuk, tiga bulan terakhir.",
    en: "The pages with your name and your salary, of the last three months.",
    zh: "最近三个月，含您的姓名及工资入账页。",
  },
  hintCREDIT_CARD: {
    id: "Sisi depan saja. Tutupi 8 angka di tengah; jangan kirim sisi belakang dengan kode CVV.",
    en: "The front only. Cover the 8 digits in the middle; never send the back with the CVV code.",
    zh: "仅正面。请遮住中间 8 位数字；切勿上传带 CVV 码的背面。",
  },
  hintOTHER_TEXT: {
    id: "Tulis keterangan, dan tambahkan foto bila ada.",
    en: "Write what you want to add, with photos if there are any.",
    zh: "填写说明，如有照片也可添加。",
  },
  hintOther: {
    id: "Seluruh dokumen terlihat, tulisan terbaca, tanpa pantulan.",
    en: "The whole document in view, readable, without reflections.",
    zh: "文件完整、文字清晰、无反光。",
  },
  photos: {
    id: "Foto tersimpan ({count} dari {max})",
    en: "Saved photos ({count} of {max})",
    zh: "已保存照片（{count} / {max}）",
  },
  photoNumber: { id: "{kind}, foto {number}", en: "{kind}, photo {number}", zh: "{kind}，第 {number} 张" },
  delete: { id: "Hapus", en: "Delete", zh: "删除" },
  deleteNumber: { id: "Hapus foto {number}", en: "Delete photo {number}", zh: "删除第 {number} 张照片" },
  add: { id: "Tambah foto", en: "Add photos", zh: "添加照片" },
  addHint: {
    id: `JPEG, PNG, WebP, atau PDF; paling besar ${maxPhotoMegabytes} MB. Anda bisa menambah {left} lagi.`,
    en: `JPEG, PNG, WebP or PDF, at most ${maxPhotoMegabytes} MB each. You can add {left} more.`,
    zh: `JPEG、PNG、WebP 或 PDF，每个最大 ${maxPhotoMegabytes} MB。还可添加 {left} 张。`,
  },
  upload: { id: "Unggah", en: "Upload", zh: "上传" },
  full: {
    id: "Sudah ada {max} foto. Hapus satu untuk menggantinya.",
    en: "There are {max} photos. Delete one to replace it.",
    zh: "已有 {max} 张照片。删除一张后可更换。",
  },
  someFailed: {
    id: "{kept} foto tersimpan. Yang lain belum:",
    en: "{kept} photos are saved. The others are not:",
    zh: "已保存 {kept} 张照片，其余未保存：",
  },
  noteLabel: { id: "Keterangan", en: "What you want to add", zh: "说明" },
  noteHint: { id: "Paling banyak 500 karakter", en: "At most 500 characters", zh: "最多 500 个字符" },
  saveNote: { id: "Simpan keterangan", en: "Save", zh: "保存说明" },
  back: { id: "Selesai", en: "Done", zh: "完成" },
  unknownTitle: { id: "Jenis dokumen ini tidak ada", en: "There is no such kind of document", zh: "没有此类资料" },
  unknownBody: { id: "Pilih dari daftar.", en: "Choose from the list.", zh: "请从列表中选择。" },
  toList: { id: "Ke daftar", en: "To the list", zh: "返回列表" },
  chooseEvidence: { id: "Pilih salah satu:", en: "Choose one of them:", zh: "任选其一：" },
});
