import { defineTexts } from "#shared/texts.ts";

/** Texts of the mother's maiden name. */
export const mothersNameTexts = defineTexts({
  title: { id: "Nama gadis ibu kandung", en: "Mother's maiden name", zh: "母亲婚前姓名" },
  lead: {
    id: "Biro kredit memerlukannya untuk menemukan catatan Anda.",
    en: "The credit bureau needs it to find your record.",
    zh: "征信机构需要它来查找您的记录。",
  },
  detail: { id: "Diperlukan biro kredit", en: "The credit bureau needs it", zh: "征信机构需要" },
  name: { id: "Nama ibu kandung sebelum menikah", en: "Your mother's name before her marriage", zh: "母亲婚前姓名" },
  nameHint: {
    id: "Seperti di Kartu Keluarga atau akta lahir Anda",
    en: "As on your family card or birth certificate",
    zh: "与户口簿或出生证明一致",
  },
  use: {
    id: "Dikirim ke biro kredit saat pengajuan Anda dinilai, tidak untuk hal lain.",
    en: "Sent to the credit bureau when your application is assessed, and used for nothing else.",
    zh: "仅在审核您的申请时发送给征信机构，不作他用。",
  },
  never: {
    id: "Kami tidak pernah menanyakannya untuk memastikan siapa Anda, tidak lewat telepon atau chat. Jangan berikan kepada siapa pun yang memintanya.",
    en: "We never ask for it to verify you, neither by phone nor in a chat. Do not give it to anyone who asks.",
    zh: "我们绝不会通过电话或聊天以此核实您的身份。请勿告诉任何索要的人。",
  },
  sealed: {
    id: "Disimpan terenkripsi; setelah disimpan tidak ditampilkan utuh.",
    en: "Kept encrypted; once saved it is never shown whole.",
    zh: "加密保存；保存后不再完整显示。",
  },
  save: { id: "Simpan", en: "Save", zh: "保存" },
  saved: { id: "Tersimpan.", en: "Saved.", zh: "已保存。" },
  kept: { id: "Tersimpan", en: "Kept", zh: "已保存" },
  given: { id: "Diberikan", en: "Given", zh: "提供时间" },
  change: { id: "Ganti nama", en: "Change it", zh: "更改" },
  remove: { id: "Hapus", en: "Remove it", zh: "删除" },
  removeAsk: { id: "Hapus nama ini?", en: "Remove this name?", zh: "删除此姓名？" },
  removeBody: {
    id: "Biro kredit mungkin tidak menemukan catatan Anda tanpa nama ini.",
    en: "Without it the credit bureau may not find your record.",
    zh: "没有此姓名，征信机构可能查不到您的记录。",
  },
  removeDo: { id: "Ya, hapus", en: "Yes, remove", zh: "是的，删除" },
  keep: { id: "Tidak jadi", en: "Keep it", zh: "保留" },
  removed: { id: "Nama sudah dihapus.", en: "The name was removed.", zh: "姓名已删除。" },
  notNeededTitle: { id: "Tidak diperlukan", en: "It is not needed", zh: "目前不需要" },
  notNeeded: {
    id: "Tidak ada mitra kami yang memerlukan nama gadis ibu kandung Anda.",
    en: "None of our partners needs your mother's maiden name.",
    zh: "我们的合作方均不需要您母亲的婚前姓名。",
  },
  notNeededKept: {
    id: "Nama ini tidak diperlukan lagi. Anda bisa menghapusnya.",
    en: "This name is not needed any more. You can remove it.",
    zh: "此姓名已不再需要，您可以删除。",
  },
  back: { id: "Ke data saya", en: "To my data", zh: "返回我的信息" },
});
