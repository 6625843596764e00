import { defineTexts } from "#shared/texts.ts";

export const borrowerDocumentTexts = defineTexts({
  KTP: { id: "KTP", en: "Identity card (KTP)", zh: "身份证（KTP）" },
  SELFIE: { id: "Selfie", en: "Selfie", zh: "自拍" },
  PASSPORT: { id: "Paspor", en: "Passport", zh: "护照" },
  PROPERTY_CERTIFICATE: { id: "Sertifikat properti", en: "Property certificate", zh: "房产证" },
  CREDIT_CARD: { id: "Kartu kredit", en: "Credit card", zh: "信用卡" },
  TAX_CARD: { id: "Kartu NPWP", en: "Tax card", zh: "税卡" },
  DIPLOMA: { id: "Ijazah", en: "Diploma", zh: "毕业证" },
  SALARY_SLIP: { id: "Slip gaji", en: "Pay slip", zh: "工资单" },
  BANK_STATEMENT: { id: "Rekening koran", en: "Bank statement", zh: "银行流水" },
  EMPLOYMENT_INSURANCE_CARD: { id: "Kartu BPJS Ketenagakerjaan", en: "Employment insurance card", zh: "就业保险卡" },
  DRIVING_LICENCE: { id: "SIM", en: "Driving licence", zh: "驾驶证" },
  VEHICLE_REGISTRATION: { id: "STNK", en: "Vehicle registration", zh: "行驶证" },
  FAMILY_CARD: { id: "Kartu keluarga", en: "Family card", zh: "户口簿" },
  OTHER_TEXT: { id: "Lainnya", en: "Other", zh: "其他" },
  COMPETITORS: {
    id: "Tangkapan layar limit di tempat lain",
    en: "Screenshot of a limit elsewhere",
    zh: "其他平台额度截图",
  },
  toldAtChoice: { id: "Disampaikan secara sukarela", en: "Given voluntarily", zh: "自愿提供" },
  noReason: {
    id: "Untuk dibaca petugas; tidak pernah menjadi alasan penolakan.",
    en: "For people to read; never a reason to refuse.",
    zh: "仅供人工查看，不得作为拒绝理由。",
  },
  limitAt: { id: "Limit di {lender}", en: "Limit at {lender}", zh: "{lender} 的额度" },
});
