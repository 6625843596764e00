import { evidenceDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { holderNamePromisedHours, type HolderPlace } from "./contract.ts";

export const placeTexts = defineTexts({
  BANK: { id: "Rekening bank", en: "Bank account", zh: "银行账户" },
  LINK: { id: "Rekening atau akun yang dihubungkan", en: "Connected account", zh: "关联账户" },
  LOOKUP: { id: "Data resmi (BPJS, NPWP, ijazah)", en: "Official record (BPJS, NPWP, diploma)", zh: "官方记录" },
} satisfies Record<HolderPlace, object>);

/** Texts for the staff who compare, and for the borrower who reads the decision. */
export const holderNameReviewTexts = defineTexts({
  kind: { id: "Nama pemilik ditulis lain", en: "Holder's name written differently", zh: "户名写法不同" },
  card: { id: "Foto KTP", en: "Photo of the KTP", zh: "身份证照片" },
  onCard: { id: "Nama di KTP", en: "Name on the KTP", zh: "身份证姓名" },
  atPlace: { id: "Nama di sana", en: "Name at that institution", zh: "对方记录的姓名" },
  place: { id: "Di mana", en: "Where", zh: "机构类型" },
  device: { id: "Perangkat", en: "Device", zh: "设备" },
  earlier: { id: "Nama lain yang sudah disetujui", en: "Other names approved before", zh: "此前已确认的其他写法" },
  approvedMeans: {
    id: "Nama itu dianggap nama peminjam di bank dan lembaga mana pun: rekening, tautan, dan data atas nama itu diterima. Peminjam diberi tahu dan menambahkannya sendiri.",
    en: "The name counts as the borrower's at every bank and authority: accounts, links and records in it are accepted. The borrower is notified and adds them.",
    zh: "该写法在所有银行和机构均视为借款人姓名：以此户名的账户、关联和记录均可接受。借款人会收到通知并自行添加。",
  },
  rejectedMeans: {
    id: "Tidak ada yang berubah. Peminjam membaca alasan yang dipilih dan bisa mengajukan lagi.",
    en: "Nothing changes. The borrower reads the chosen reason and can ask again.",
    zh: "不作更改。借款人会看到所选理由，可再次申请。",
  },
  ANOTHER_PERSON: {
    id: "Nama itu bukan nama lain dari nama di KTP Anda.",
    en: "That name is no other spelling of the name on your KTP.",
    zh: "该姓名并非您身份证姓名的另一种写法。",
  },
  PROOF_UNREADABLE: {
    id: "Foto yang Anda kirim tidak terbaca.",
    en: "The photo that you sent cannot be read.",
    zh: "您提交的照片无法辨认。",
  },
  PROOF_DISAGREES: {
    id: "Nama di foto tidak sama dengan nama yang Anda tulis.",
    en: "The name in the photo is not the one that you wrote.",
    zh: "照片中的姓名与您填写的不一致。",
  },
  OTHER: {
    id: "Kami tidak bisa memastikan nama itu milik Anda. Layanan pelanggan menjelaskan alasannya.",
    en: "We could not confirm that the name is yours. Support explains the reason.",
    zh: "无法确认该姓名属于您，客服将为您说明原因。",
  },
});

export const texts = defineTexts({
  title: { id: "Nama di rekening berbeda", en: "Name on the account differs", zh: "户名与身份证不同" },
  lead: {
    id: `Bank sering menyingkat atau memotong nama. Tunjukkan nama Anda di sana; petugas membandingkannya dengan KTP dan memutuskan dalam ${holderNamePromisedHours} jam.`,
    en: `Banks often abbreviate or cut names. Show your name as it is written there; our staff compare it with the KTP and decide within ${holderNamePromisedHours} hours.`,
    zh: `银行常会缩写或截短姓名。请出示该处登记的姓名，工作人员与身份证核对后在 ${holderNamePromisedHours} 小时内决定。`,
  },
  onCard: { id: "Nama di KTP", en: "Name on the KTP", zh: "身份证姓名" },
  confirmed: { id: "Nama lain yang sudah disetujui", en: "Other approved names", zh: "已确认的其他写法" },
  name: { id: "Nama Anda di sana", en: "Your name as written there", zh: "该处登记的姓名" },
  nameHint: {
    id: "Persis seperti di buku tabungan, aplikasi bank, atau kartu",
    en: "Exactly as in the passbook, the banking app or on the card",
    zh: "与存折、银行应用或证件完全一致",
  },
  place: { id: "Di mana nama itu tertulis", en: "Where the name is written", zh: "登记处" },
  photo: { id: "Foto buktinya", en: "Photo that shows it", zh: "证明照片" },
  photoHint: {
    id: "Halaman buku tabungan, tangkapan layar aplikasi bank, atau kartu yang memuat nama itu",
    en: "The passbook's page, a screenshot of the banking app, or the card with the name",
    zh: "载有该姓名的存折页、银行应用截图或证件",
  },
  note: {
    id: `Tutupi PIN, saldo, dan nomor kartu. Foto dihapus ${evidenceDays} hari setelah keputusan.`,
    en: `Cover PIN, balance and card number. The photo is destroyed ${evidenceDays} days after the decision.`,
    zh: `请遮盖 PIN、余额和卡号。照片将在决定 ${evidenceDays} 天后销毁。`,
  },
  send: { id: "Minta diperiksa", en: "Ask for a check", zh: "申请核对" },
  sentNow: { id: "Permintaan terkirim.", en: "The request is sent.", zh: "申请已提交。" },
  reviewTitle: { id: "Nama Anda sedang diperiksa", en: "Your name is being checked", zh: "姓名核对中" },
  reviewLead: {
    id: "Dua petugas membandingkannya dengan KTP Anda. Hasilnya kami kirim lewat menu Pesan.",
    en: "Two people compare it with your KTP. We send the result to your messages.",
    zh: "两名工作人员正在与您的身份证核对，结果将发送到消息中。",
  },
  promised: { id: "Keputusan paling lambat", en: "Decided by", zh: "最迟决定时间" },
  isLate: {
    id: "Maaf, keputusan ini terlambat. Permintaan Anda kami dahulukan.",
    en: "Sorry, this decision is late. Your request comes first now.",
    zh: "很抱歉，决定已延迟，我们会优先处理您的申请。",
  },
  withdraw: { id: "Batalkan permintaan", en: "Cancel the request", zh: "撤回申请" },
  DONE: {
    id: "Nama itu disetujui. Tambahkan rekening atau ambil datanya sekarang.",
    en: "The name is approved. Add the account or fetch the record now.",
    zh: "该姓名已确认。现在可以添加账户或获取记录。",
  },
  REJECTED: { id: "Permintaan terakhir ditolak.", en: "The last request was rejected.", zh: "上次申请未通过。" },
  STOPPED: {
    id: "Permintaan terakhir dihentikan karena akun diamankan.",
    en: "The last request was stopped because the account was frozen.",
    zh: "因账户被冻结，上次申请已中止。",
  },
  toAccounts: { id: "Ke rekening bank", en: "To bank accounts", zh: "前往银行账户" },
  identityTitle: { id: "Isi data KTP dulu", en: "Your KTP first", zh: "请先填写身份证信息" },
  identityBody: {
    id: "Nama di rekening dibandingkan dengan nama di KTP Anda.",
    en: "The account's name is compared with the one on your KTP.",
    zh: "户名会与您身份证上的姓名核对。",
  },
  toIdentity: { id: "Isi data KTP", en: "Fill in the KTP", zh: "填写身份证信息" },
});

/** Texts of the link to this page, on pages where a name may differ. */
export const linkTexts = defineTexts({
  ask: {
    id: "Nama Anda ditulis lain di sana? Minta petugas memeriksa",
    en: "Is your name written differently there? Ask our staff to check",
    zh: "您的姓名在该处写法不同？请工作人员核对",
  },
});
