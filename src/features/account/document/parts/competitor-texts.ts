import { consentRuleOf } from "#features/account/privacy/contract.ts";
import { defineTexts } from "#shared/texts.ts";

const days = consentRuleOf("COMPETITORS").days ?? 0;

/** Texts of loans elsewhere. */
export const competitorTexts = defineTexts({
  title: { id: "Limit di tempat lain", en: "Limits elsewhere", zh: "其他平台额度" },
  lead: {
    id: "Punya limit di pemberi pinjaman lain? Anda boleh menunjukkannya, boleh juga tidak.",
    en: "Do you have a limit with other lenders? You may show it, and need not.",
    zh: "您在其他机构有额度吗？可以提供，也可以不提供。",
  },
  detail: { id: "Limit Anda di pemberi pinjaman lain", en: "Your limits with other lenders", zh: "您在其他机构的额度" },
  saved: { id: "Tersimpan.", en: "Saved.", zh: "已保存。" },
  told: { id: "Tersimpan ({count} dari {max})", en: "Saved ({count} of {max})", zh: "已保存（{count} / {max}）" },
  limit: { id: "Limit", en: "Limit", zh: "额度" },
  remove: { id: "Hapus", en: "Remove", zh: "删除" },
  full: {
    id: "Sudah ada {max} pemberi pinjaman. Hapus satu untuk menggantinya.",
    en: "There are {max} lenders. Remove one to replace it.",
    zh: "已有 {max} 家机构。删除一家后可更换。",
  },
  lenderKey: { id: "Pemberi pinjaman", en: "Lender", zh: "贷款机构" },
  lenderSamples: { id: "Nama-nama ini hanya contoh.", en: "These names are samples.", zh: "这些名称仅为示例。" },
  lenderName: {
    id: "Tidak ada di daftar? Tulis namanya",
    en: "Not in the list? Type its name",
    zh: "不在列表中？请填写名称",
  },
  lenderNameHint: { id: "Paling banyak 60 karakter", en: "At most 60 characters", zh: "最多 60 个字符" },
  limitRupiah: { id: "Limit yang diberikan", en: "The limit they give you", zh: "其授予的额度" },
  limitHint: { id: "Seperti di aplikasi mereka", en: "As their app shows it", zh: "以其应用显示为准" },
  whatFor: { id: "Untuk apa", en: "What for", zh: "用途" },
  whatForBody: {
    id: "Dibaca petugas yang menilai pengajuan Anda. Tidak pernah menjadi alasan penolakan.",
    en: "Read by the people who assess your application. Never a reason to refuse.",
    zh: "供审核您申请的工作人员查看，绝不会成为拒绝理由。",
  },
  receivers: { id: "Siapa yang menerima", en: "Who receives it", zh: "接收方" },
  receiversBody: { id: "Hanya kami", en: "Only us", zh: "仅我们" },
  howLong: { id: "Sampai kapan", en: "Until when", zh: "期限" },
  howLongBody: {
    id: `${days} hari, atau sampai Anda menariknya`,
    en: `${days} days, or until you withdraw it`,
    zh: `${days} 天，或直至您撤回`,
  },
  consent: {
    id: "Saya setuju limit dan tangkapan layar ini dipakai untuk tujuan di atas.",
    en: "I agree that these limits and screenshots are used for that.",
    zh: "我同意将这些额度和截图用于上述用途。",
  },
  add: { id: "Tambah pemberi pinjaman", en: "Add the lender", zh: "添加机构" },
  photos: {
    id: "Tangkapan layar ({count} dari {max})",
    en: "Screenshots ({count} of {max})",
    zh: "截图（{count} / {max}）",
  },
  cropTitle: { id: "Potong data orang lain dulu", en: "First crop other people's data", zh: "请先裁掉他人信息" },
  crop1: {
    id: "Buka tangkapan layar di galeri, lalu pilih Edit.",
    en: "Open the screenshot in your gallery and choose Edit.",
    zh: "在相册中打开截图，选择编辑。",
  },
  crop2: {
    id: "Pilih Potong, dan sisakan hanya nama aplikasi dan limit Anda.",
    en: "Choose Crop and leave only the app's name and your limit.",
    zh: "选择裁剪，只保留应用名称和您的额度。",
  },
  crop3: {
    id: "Nama, nomor ponsel, rekening, dan pesan orang lain tidak boleh terlihat.",
    en: "No names, mobile numbers, accounts or messages of other people may be seen.",
    zh: "不得露出他人的姓名、手机号、账户和消息。",
  },
  photoNumber: { id: "Tangkapan layar {number}", en: "Screenshot {number}", zh: "第 {number} 张截图" },
  delete: { id: "Hapus", en: "Delete", zh: "删除" },
  addPhoto: { id: "Tambah tangkapan layar", en: "Add a screenshot", zh: "添加截图" },
  addPhotoHint: { id: "JPEG, PNG, atau WebP", en: "JPEG, PNG or WebP", zh: "JPEG、PNG 或 WebP" },
  upload: { id: "Unggah", en: "Upload", zh: "上传" },
  photosFull: {
    id: "Sudah ada {max} tangkapan layar. Hapus satu untuk menggantinya.",
    en: "There are {max} screenshots. Delete one to replace it.",
    zh: "已有 {max} 张截图。删除一张后可更换。",
  },
  until: { id: "Disimpan sampai", en: "Kept until", zh: "保存至" },
  withdraw: { id: "Tarik persetujuan", en: "Withdraw the consent", zh: "撤回同意" },
  done: { id: "Selesai", en: "Done", zh: "完成" },
  skip: { id: "Lewati", en: "Skip", zh: "跳过" },
});
