import { defineTexts } from "#shared/texts.ts";

/** The data that may have been exposed, in words for its owners. */
export const breachDataTexts = defineTexts({
  NAME: { id: "nama", en: "name", zh: "姓名" },
  NIK: { id: "NIK", en: "NIK", zh: "NIK" },
  MOBILE: { id: "nomor ponsel", en: "mobile number", zh: "手机号" },
  EMAIL: { id: "email", en: "email address", zh: "邮箱" },
  ADDRESS: { id: "alamat", en: "address", zh: "地址" },
  PHOTOS: { id: "foto", en: "photos", zh: "照片" },
  WORK: { id: "pekerjaan dan penghasilan", en: "work and income", zh: "工作与收入" },
  BANK: { id: "rekening bank", en: "bank account", zh: "银行账户" },
  LOANS: { id: "pinjaman dan pembayaran", en: "loans and payments", zh: "借款与还款" },
  CONTACTS: { id: "kontak darurat", en: "emergency contacts", zh: "紧急联系人" },
  DOCUMENTS: { id: "dokumen", en: "documents", zh: "文件" },
});
