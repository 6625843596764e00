import { defineTexts } from "#shared/texts.ts";

/** The kinds of documents by name. */
export const kindTexts = defineTexts({
  PASSPORT: { id: "Paspor", en: "Passport", zh: "护照" },
  PROPERTY_CERTIFICATE: { id: "Sertifikat rumah / tanah", en: "Property certificate", zh: "房产证" },
  CREDIT_CARD: { id: "Kartu kredit", en: "Credit card", zh: "信用卡" },
  TAX_CARD: { id: "Kartu NPWP", en: "Tax card (NPWP)", zh: "税卡（NPWP）" },
  DIPLOMA: { id: "Ijazah", en: "Diploma", zh: "学历证书" },
  SALARY_SLIP: { id: "Slip gaji", en: "Pay slip", zh: "工资单" },
  BANK_STATEMENT: { id: "Rekening koran", en: "Bank statement", zh: "银行流水" },
  EMPLOYMENT_INSURANCE_CARD: {
    id: "Kartu BPJS Ketenagakerjaan",
    en: "Employment insurance card (BPJS)",
    zh: "就业保险卡（BPJS）",
  },
  DRIVING_LICENCE: { id: "SIM", en: "Driving licence (SIM)", zh: "驾驶证（SIM）" },
  VEHICLE_REGISTRATION: { id: "STNK", en: "Vehicle registration (STNK)", zh: "行驶证（STNK）" },
  FAMILY_CARD: { id: "Kartu Keluarga", en: "Family card", zh: "户口簿" },
  OTHER_TEXT: { id: "Keterangan lain", en: "Other information", zh: "其他说明" },
});

/** Why a document is asked for again. */
export const askReasonTexts = defineTexts({
  UNREADABLE: { id: "Tidak terbaca", en: "Not readable", zh: "无法辨认" },
  EXPIRED: { id: "Sudah tidak berlaku", en: "No longer valid", zh: "已过期" },
  INCOMPLETE: { id: "Tidak lengkap", en: "Not complete", zh: "不完整" },
  MISMATCH: { id: "Tidak cocok dengan data lain", en: "Does not agree with other data", zh: "与其他资料不符" },
  TOO_OLD: { id: "Terlalu lama", en: "Too old", zh: "日期过早" },
});
