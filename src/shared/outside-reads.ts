/**
 * The data that one consent allows us to read from another company, or to send to it: the single source for the
 * consent's text and receipt, the form, the order to the partner, and the stored and shown fields. // Spec account 7,
 * 8, 11
 */
import { defineTexts, languages, locales, say, type Language, type Text } from "./texts.ts";

/** Monthly sums that a link reads, by its kind; whole rupiah. */
export const linkFigures = {
  BANK: ["inRupiah", "outRupiah", "lowestRupiah"],
  ECOM: ["soldRupiah", "boughtRupiah"],
  OPEN_FINANCE: ["inRupiah", "outRupiah", "lowestRupiah"],
} as const;
export type LinkFigure = (typeof linkFigures)[keyof typeof linkFigures][number];

/** Account data that a link reads. */
const linkAccountReads = {
  BANK: ["maskedAccount", "holderName"],
  ECOM: ["maskedShop", "openedOn", "holderName"],
  OPEN_FINANCE: ["maskedAccount", "holderName"],
} as const;

/** The facts stored from each register's answer; all others are dropped. // docs/decisions/248 */
export const lookupFacts = {
  NPWP: ["status", "registeredSince", "office"],
  BPJS: ["status", "employer", "memberSince", "monthlyWageRupiah"],
  OPERATOR: ["status", "type", "activeSince"],
  EDUCATION: ["status", "institution", "programme", "graduated"],
} as const;

/** Sent to the face check's provider; the card's photo if there is one. */
export const faceSent = ["selfie", "cardPhoto", "nik", "fullName", "birthDate"] as const;

const sentTexts = defineTexts({
  selfie: { id: "Selfie", en: "Selfie", zh: "自拍照" },
  cardPhoto: { id: "Foto KTP", en: "Photo of the KTP", zh: "身份证照片" },
  nik: { id: "NIK", en: "NIK", zh: "NIK" },
  fullName: { id: "Nama lengkap", en: "Full name", zh: "姓名" },
  birthDate: { id: "Tanggal lahir", en: "Birth date", zh: "出生日期" },
} satisfies Record<(typeof faceSent)[number], Text>);

export const outsideReadTexts = defineTexts({
  inRupiah: { id: "Uang masuk", en: "Money in", zh: "收入" },
  outRupiah: { id: "Uang keluar", en: "Money out", zh: "支出" },
  lowestRupiah: { id: "Saldo terendah", en: "Lowest balance", zh: "最低余额" },
  soldRupiah: { id: "Penjualan", en: "Sales", zh: "销售额" },
  boughtRupiah: { id: "Belanja", en: "Purchases", zh: "购买额" },
  maskedAccount: { id: "Nomor rekening yang disamarkan", en: "Masked account number", zh: "脱敏账号" },
  maskedShop: { id: "Nama akun yang disamarkan", en: "Masked account name", zh: "脱敏账户名" },
  openedOn: { id: "Tanggal akun dibuat", en: "Date on which the account was opened", zh: "账户开通日期" },
  holderName: { id: "Nama pemilik", en: "Name of the holder", zh: "持有人姓名" },
  status: { id: "Status", en: "Status", zh: "状态" },
  registeredSince: { id: "Tahun terdaftar", en: "Year of registration", zh: "登记年份" },
  office: { id: "Kantor pajak", en: "Tax office", zh: "税务局" },
  employer: { id: "Tempat kerja", en: "Employer", zh: "雇主" },
  memberSince: { id: "Awal kepesertaan", en: "Start of membership", zh: "参保时间" },
  monthlyWageRupiah: { id: "Upah per bulan", en: "Wage per month", zh: "月工资" },
  type: { id: "Jenis nomor", en: "Type of the number", zh: "号码类型" },
  activeSince: { id: "Awal nomor aktif", en: "Start of the number’s use", zh: "号码启用时间" },
  institution: { id: "Sekolah atau kampus", en: "School or university", zh: "学校" },
  programme: { id: "Program studi", en: "Programme", zh: "专业" },
  graduated: { id: "Tahun lulus", en: "Year of graduation", zh: "毕业年份" },
});

const named = { ...outsideReadTexts, ...sentTexts };
type Read = keyof typeof named;
const small = (words: string): string =>
  /^[A-Z]{2}/.test(words) ? words : words.slice(0, 1).toLowerCase() + words.slice(1);
const listed = (reads: readonly Read[], language: Language): string =>
  reads.map((read) => small(say(named[read], language))).join(language === "zh" ? "、" : ", ");
/** As a part of a sentence: the last one follows "and". */
const inSentence = (reads: readonly Read[], language: Language): string =>
  new Intl.ListFormat(locales[language]).format(reads.map((read) => small(say(named[read], language))));
const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
const inAll = (text: (language: Language) => string): Text =>
  Object.fromEntries(languages.map((language) => [language, capital(text(language))])) as Text;

const monthly = defineTexts({
  sums: { id: "{figures} per bulan; {account}", en: "{figures} per month; {account}", zh: "每月{figures}；{account}" },
});

/** The data that a link of this kind reads, as a phrase without a full stop. */
export const linkReadText = (kind: keyof typeof linkFigures): Text =>
  inAll((language) =>
    say(monthly.sums, language, {
      figures: listed(linkFigures[kind], language),
      account: listed(linkAccountReads[kind], language),
    }),
  );

/** The data that a look-up of this kind reads, as a phrase without a full stop. */
export const lookupReadText = (kind: keyof typeof lookupFacts): Text =>
  inAll((language) => listed(["holderName", ...lookupFacts[kind]], language));

const face = defineTexts({
  receiver: { id: "Penyedia pemeriksaan wajah", en: "The provider of the face check", zh: "人脸核验服务商" },
  agree: {
    id: "Saya setuju {data} saya dikirim ke {receiver} dan dicocokkan dengan data kependudukan untuk membuktikan identitas saya. Data wajah tidak dipakai untuk hal lain.",
    en: "I agree that my {data} are sent to {receiver} and compared with the population register to prove my identity. Face data is used for nothing else.",
    zh: "我同意将我的{data}发送给{receiver}，并与户籍数据比对以核验身份。人脸数据不作他用。",
  },
});
/** The data sent for a face check, as a phrase without a full stop. */
export const faceSentText: Text = inAll((language) => listed(faceSent, language));
/** The company that it is sent to. */
export const faceReceiverText: Text = face.receiver;
/** The sentence that is ticked before it is sent. */
export const faceAgreeText: Text = inAll((language) =>
  say(face.agree, language, { data: inSentence(faceSent, language), receiver: small(say(face.receiver, language)) }),
);
