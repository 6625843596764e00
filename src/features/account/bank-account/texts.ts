import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  title: { id: "Rekening bank", en: "Bank account", zh: "银行账户" },
  lead: {
    id: "Dana pinjaman dikirim ke rekening atas nama Anda sendiri. Untuk itu tidak perlu PIN atau kata sandi bank.",
    en: "The loan is paid to an account in your own name. That needs no bank PIN or password.",
    zh: "借款将汇入您本人名下的账户。无需银行 PIN 或密码。",
  },
  add: { id: "Tambah rekening", en: "Add an account", zh: "添加账户" },
  bank: { id: "Bank", en: "Bank", zh: "银行" },
  number: { id: "Nomor rekening", en: "Account number", zh: "银行账号" },
  numberHint: {
    id: "6–20 angka, seperti di buku tabungan atau aplikasi bank",
    en: "6 to 20 digits, as in your passbook or banking app",
    zh: "6 至 20 位数字，见存折或银行应用",
  },
  check: { id: "Periksa dan simpan", en: "Check and save", zh: "核对并保存" },
  checkNote: {
    id: "Kami menanyakan nama pemiliknya ke bank. Ini memakan beberapa detik.",
    en: "We ask the bank for the holder's name. This takes a few seconds.",
    zh: "我们会向银行核对户名，需要几秒钟。",
  },
  main: { id: "Utama", en: "Main", zh: "主账户" },
  makeMain: { id: "Jadikan utama", en: "Make it the main one", zh: "设为主账户" },
  remove: { id: "Hapus", en: "Remove", zh: "删除" },
  removeAsk: { id: "Hapus rekening {account}?", en: "Remove the account {account}?", zh: "删除账户 {account}？" },
  removeBody: {
    id: "Dana pinjaman tidak bisa lagi dikirim ke rekening ini.",
    en: "Loans can no longer be paid to this account.",
    zh: "借款将不能再汇入此账户。",
  },
  removeMain: {
    id: "Ini rekening utama Anda. Rekening berikutnya di daftar menjadi rekening utama.",
    en: "This is your main account. The next one on the list becomes the main one.",
    zh: "这是您的主账户。列表中的下一个账户将成为主账户。",
  },
  removeOnly: {
    id: "Ini satu-satunya rekening Anda. Tanpa rekening, dana pinjaman tidak bisa dikirim.",
    en: "This is your only account. Without one a loan cannot be paid out.",
    zh: "这是您唯一的账户。没有账户将无法放款。",
  },
  removeDo: { id: "Ya, hapus", en: "Yes, remove", zh: "是的，删除" },
  keep: { id: "Tidak jadi", en: "Keep it", zh: "保留" },
  saved: {
    id: "Rekening tersimpan. Nama pemiliknya cocok.",
    en: "The account is saved. The holder's name matches.",
    zh: "账户已保存，户名一致。",
  },
  full: {
    id: "Sudah ada {max} rekening. Hapus satu untuk menambah yang lain.",
    en: "There are {max} accounts. Remove one to add another.",
    zh: "已有 {max} 个账户。请先删除一个再添加。",
  },
  done: { id: "Selesai", en: "Done", zh: "完成" },
  codeTitle: { id: "Verifikasi diri Anda", en: "Verify your identity", zh: "请确认是您本人" },
  codeAdd: {
    id: "Rekening yang akan disimpan: {account}.",
    en: "The account to be saved: {account}.",
    zh: "将保存的账户：{account}。",
  },
  codeMain: {
    id: "{account} akan menjadi rekening utama Anda.",
    en: "{account} becomes your main account.",
    zh: "{account} 将成为您的主账户。",
  },
  codeRemove: {
    id: "Rekening yang akan dihapus: {account}.",
    en: "The account to be removed: {account}.",
    zh: "将删除的账户：{account}。",
  },
  codeGoOn: { id: "Lanjutkan", en: "Continue", zh: "继续" },
  identityTitle: { id: "Isi data KTP dulu", en: "First fill in your KTP's data", zh: "请先填写身份证信息" },
  identityBody: {
    id: "Nama di rekening dicocokkan dengan nama di KTP Anda.",
    en: "The name on the account is compared with the name on your KTP.",
    zh: "账户户名将与您的身份证姓名核对。",
  },
  toIdentity: { id: "Isi data KTP", en: "Fill in the KTP's data", zh: "填写身份证信息" },
});
