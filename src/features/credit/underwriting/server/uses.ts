/** Which decision about an application read what of the borrower's, in the borrower's words. Never thresholds. // Spec account 11 */
import type { Reader } from "#server/database.server.ts";
import type { PersonalUse } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { defineTexts, type Text } from "#shared/texts.ts";
import type { CaseOutcome, RuleName } from "../contract.ts";
import { casesOfBorrower, findingsOf, type CaseRow } from "./store.ts";
import type { Judged } from "./rules.ts";

const read = defineTexts({
  birthDate: { id: "tanggal lahir", en: "date of birth", zh: "出生日期" },
  civilStatus: { id: "status perkawinan", en: "civil status", zh: "婚姻状况" },
  income: { id: "penghasilan bulanan", en: "monthly income", zh: "月收入" },
  owedElsewhere: {
    id: "utang di tempat lain yang Anda tulis",
    en: "debts elsewhere that you told",
    zh: "您填写的其他负债",
  },
  bureau: { id: "laporan biro kredit", en: "the credit bureau's report", zh: "征信报告" },
  stated: {
    id: "penghasilan menurut BPJS atau bank yang Anda tautkan",
    en: "the income stated by BPJS or the bank that you linked",
    zh: "您关联的 BPJS 或银行所示收入",
  },
  nik: { id: "NIK", en: "NIK", zh: "身份证号" },
  marks: {
    id: "nomor ponsel, email, rekening, dan perangkat",
    en: "mobile number, email, bank account and device",
    zh: "手机号、邮箱、银行账户和设备",
  },
  documents: { id: "dokumen yang Anda unggah", en: "documents that you uploaded", zh: "您上传的材料" },
  profile: { id: "profil dan identitas", en: "profile and identity", zh: "个人资料与身份信息" },
});

const rules = defineTexts({
  AGE: { id: "Umur minimum", en: "Minimum age", zh: "最低年龄" },
  INCOME: { id: "Penghasilan minimum", en: "Minimum income", zh: "最低收入" },
  OPERATORS: { id: "Jumlah platform pinjaman", en: "Number of lending platforms", zh: "借款平台数量" },
  BURDEN: { id: "Bagian cicilan dari penghasilan", en: "Share of income for instalments", zh: "分期占收入比例" },
  SCORE: { id: "Skor kredit", en: "Credit score", zh: "信用评分" },
  ARREARS: { id: "Tunggakan di tempat lain", en: "Arrears elsewhere", zh: "其他逾期" },
  OWED: { id: "Kecocokan utang yang ditulis", en: "Whether debts told agree", zh: "所填负债是否一致" },
  NIK: {
    id: "Kecocokan NIK dan tanggal lahir",
    en: "Whether NIK and birth date agree",
    zh: "身份证号与出生日期是否一致",
  },
  STATED: {
    id: "Kecocokan penghasilan yang ditulis",
    en: "Whether the income typed agrees",
    zh: "所填收入是否一致",
  },
  SAFETY: { id: "Pemeriksaan keamanan", en: "Safety checks", zh: "安全核查" },
  PERSON: { id: "Dilihat oleh petugas", en: "Looked at by a person", zh: "人工审核" },
});

/** Rules against fraud are one entry: what they look for is not told. */
const entries: Readonly<Record<RuleName, { rule: keyof typeof rules; read: readonly (keyof typeof read)[] }>> = {
  AGE_FLOOR_YEARS: { rule: "AGE", read: ["birthDate", "civilStatus"] },
  INCOME_FLOOR_RUPIAH: { rule: "INCOME", read: ["income"] },
  OPERATORS_CAP: { rule: "OPERATORS", read: ["bureau"] },
  BURDEN_CAP_PPM: { rule: "BURDEN", read: ["income", "bureau"] },
  SCORE_FLOOR_REJECT: { rule: "SCORE", read: ["bureau"] },
  SCORE_FLOOR_REVIEW: { rule: "SCORE", read: ["bureau"] },
  SCORE_UNKNOWN: { rule: "SCORE", read: ["bureau"] },
  BUREAU_SILENT: { rule: "SCORE", read: ["bureau"] },
  ARREARS_DAYS: { rule: "ARREARS", read: ["bureau"] },
  OWED_UNDERSTATED_RUPIAH: { rule: "OWED", read: ["owedElsewhere", "bureau"] },
  NIK_BIRTH_MISMATCH: { rule: "NIK", read: ["nik", "birthDate"] },
  FRAUD_LIST: { rule: "SAFETY", read: ["bureau"] },
  SANCTION_LIST: { rule: "SAFETY", read: ["bureau"] },
  NIK_DUPLICATE_OPEN: { rule: "SAFETY", read: ["nik"] },
  NIK_DUPLICATE: { rule: "SAFETY", read: ["nik"] },
  PHONE_DUPLICATE: { rule: "SAFETY", read: ["marks"] },
  ACCOUNT_DUPLICATE: { rule: "SAFETY", read: ["marks"] },
  DEVICE_SHARED: { rule: "SAFETY", read: ["marks"] },
  EMAIL_SHARED: { rule: "SAFETY", read: ["marks"] },
  INCOME_DISAGREES: { rule: "STATED", read: ["income", "stated"] },
  RECORD_ANOTHERS: { rule: "SAFETY", read: ["stated"] },
  CONFIRMED_SOURCES: { rule: "STATED", read: ["income", "stated"] },
};

const outcomes = defineTexts({
  PASS: { id: "terpenuhi", en: "met", zh: "符合" },
  REVIEW: { id: "perlu dilihat petugas", en: "to be looked at by a person", zh: "需人工审核" },
  REJECT: { id: "tidak terpenuhi", en: "not met", zh: "不符合" },
  DONE: { id: "dijalankan", en: "carried out", zh: "已执行" },
});

const decisions = defineTexts({
  APPROVED: { id: "disetujui", en: "approved", zh: "通过" },
  REJECTED: { id: "ditolak", en: "refused", zh: "拒绝" },
  WITHDRAWN: { id: "dibatalkan", en: "withdrawn", zh: "已撤回" },
} satisfies Record<CaseOutcome, Text>);

/** Worse ones stand for a rule that was asked in several ways. */
const weight = { SKIPPED: 0, PASS: 1, REVIEW: 2, REJECT: 3 } as const;

/** Cases of a borrower are few; the newest first. */
const maxCases = 50;

export async function uses(_services: Services, reader: Reader, borrowerId: string): Promise<PersonalUse[]> {
  const found: PersonalUse[] = [];
  for (const one of await casesOfBorrower(reader, borrowerId, maxCases))
    found.push(...usesOf(one, await findingsOf(reader, borrowerId, one.id)));
  return found;
}

function usesOf(row: CaseRow, findings: readonly Judged[]): PersonalUse[] {
  const found = new Map<keyof typeof rules, { outcome: Judged["outcome"]; read: Set<keyof typeof read> }>();
  for (const { rule, outcome } of findings) {
    if (outcome === "SKIPPED") continue;
    const entry = entries[rule];
    const known = found.get(entry.rule) ?? { outcome, read: new Set() };
    if (weight[outcome] > weight[known.outcome]) known.outcome = outcome;
    for (const one of entry.read) known.read.add(one);
    found.set(entry.rule, known);
  }
  const about = {
    at: row.decidedAt ?? row.submittedAt,
    reference: row.loanNumber,
    decision: row.outcome === null ? null : decisions[row.outcome],
  };
  const judged = [...found].map(([name, one]) => ({
    ...about,
    rule: rules[name],
    outcome: name === "SAFETY" || one.outcome === "SKIPPED" ? outcomes.DONE : outcomes[one.outcome],
    read: [...one.read].map((what) => read[what]),
  }));
  const wasReviewed = row.reviewRules.length > 0;
  return wasReviewed
    ? [...judged, { ...about, rule: rules.PERSON, outcome: outcomes.DONE, read: [read.profile, read.documents] }]
    : judged;
}
