/** The borrower's data that each decision about an application read, in words. Never thresholds. // Spec account 11 */
import { borrowerDocumentsOf } from "#features/account/document/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { PersonalUse } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { defineTexts, type Text } from "#shared/texts.ts";
import type { CaseOutcome, RuleName } from "../contract.ts";
import { casesOfBorrower, findingsOf, type CaseRow } from "./store.ts";
import type { RuleFinding, ReadName } from "./rules.ts";

const read = defineTexts({
  BIRTH_DATE: { id: "tanggal lahir", en: "date of birth", zh: "出生日期" },
  CIVIL_STATUS: { id: "status perkawinan", en: "civil status", zh: "婚姻状况" },
  INCOME: { id: "penghasilan bulanan", en: "monthly income", zh: "月收入" },
  OWED_ELSEWHERE: {
    id: "utang di tempat lain yang Anda isi",
    en: "debts elsewhere as you entered them",
    zh: "您填写的其他负债",
  },
  BUREAU: { id: "laporan biro kredit", en: "the credit bureau's report", zh: "征信报告" },
  STATED_BPJS: { id: "upah menurut BPJS", en: "the wage stated by BPJS", zh: "BPJS 所示工资" },
  STATED_BANK: {
    id: "penghasilan menurut rekening yang Anda tautkan",
    en: "the income seen in the account that you linked",
    zh: "您所绑定账户显示的收入",
  },
  NIK: { id: "NIK", en: "NIK", zh: "身份证号" },
  MOBILE_NUMBER: { id: "nomor ponsel", en: "mobile number", zh: "手机号" },
  EMAIL: { id: "email", en: "email", zh: "邮箱" },
  BANK_ACCOUNT: { id: "rekening bank", en: "bank account", zh: "银行账户" },
  DEVICE: { id: "perangkat", en: "device", zh: "设备" },
  OTHERS_RECORD: {
    id: "data dari instansi atau bank yang atas nama orang lain",
    en: "a record of a register or bank in another person's name",
    zh: "机构或银行中属于他人的记录",
  },
  OWN_SCORE: {
    id: "skor kredit Anda di sini, dari cara Anda membayar",
    en: "your credit score here, from how you paid",
    zh: "您在本平台的信用评分（依据还款情况）",
  },
  DOCUMENTS: { id: "dokumen yang Anda unggah", en: "documents that you uploaded", zh: "您上传的材料" },
  PROFILE: { id: "profil dan identitas", en: "profile and identity", zh: "个人资料与身份信息" },
} satisfies Record<ReadName | "DOCUMENTS" | "PROFILE", Text>);

const rules = defineTexts({
  AGE: { id: "Umur minimum", en: "Minimum age", zh: "最低年龄" },
  INCOME: { id: "Penghasilan minimum", en: "Minimum income", zh: "最低收入" },
  OPERATORS: { id: "Jumlah platform pinjaman", en: "Number of lending platforms", zh: "借款平台数量" },
  BURDEN: { id: "Bagian cicilan dari penghasilan", en: "Share of income for instalments", zh: "分期占收入比例" },
  SCORE: { id: "Skor kredit", en: "Credit score", zh: "信用评分" },
  ARREARS: { id: "Tunggakan di tempat lain", en: "Arrears elsewhere", zh: "其他逾期" },
  OWED: { id: "Kecocokan utang yang diisi", en: "Debts entered compared with the bureau", zh: "所填负债是否一致" },
  NIK: {
    id: "Kecocokan NIK dan tanggal lahir",
    en: "Whether NIK and birth date agree",
    zh: "身份证号与出生日期是否一致",
  },
  STATED: {
    id: "Kecocokan penghasilan yang diisi",
    en: "Income entered compared with the source",
    zh: "所填收入是否一致",
  },
  SAFETY: { id: "Pemeriksaan keamanan", en: "Safety checks", zh: "安全核查" },
  PERSON: { id: "Dilihat oleh petugas", en: "Reviewed by a person", zh: "人工审核" },
});

/** Rules against fraud share one entry, so that their criteria stay secret. */
const entries: Readonly<Record<RuleName, keyof typeof rules>> = {
  AGE_FLOOR_YEARS: "AGE",
  INCOME_FLOOR_RUPIAH: "INCOME",
  OPERATORS_CAP: "OPERATORS",
  BURDEN_CAP_PPM: "BURDEN",
  SCORE_FLOOR_REJECT: "SCORE",
  SCORE_FLOOR_REVIEW: "SCORE",
  SCORE_UNKNOWN: "SCORE",
  BUREAU_SILENT: "SCORE",
  ARREARS_DAYS: "ARREARS",
  OWED_UNDERSTATED_RUPIAH: "OWED",
  NIK_BIRTH_MISMATCH: "NIK",
  FRAUD_LIST: "SAFETY",
  SANCTION_LIST: "SAFETY",
  NIK_DUPLICATE_OPEN: "SAFETY",
  NIK_DUPLICATE: "SAFETY",
  PHONE_DUPLICATE: "SAFETY",
  ACCOUNT_DUPLICATE: "SAFETY",
  DEVICE_SHARED: "SAFETY",
  EMAIL_SHARED: "SAFETY",
  INCOME_DISAGREES: "STATED",
  RECORD_ANOTHERS: "SAFETY",
  CONFIRMED_SOURCES: "STATED",
  OWN_SCORE_REJECT: "SCORE",
  OWN_SCORE_REVIEW: "SCORE",
  INCOME_BY_LINK: "STATED",
};

const outcomes = defineTexts({
  PASS: { id: "terpenuhi", en: "met", zh: "符合" },
  REVIEW: { id: "perlu dilihat petugas", en: "to be reviewed by a person", zh: "需人工审核" },
  REJECT: { id: "tidak terpenuhi", en: "not met", zh: "不符合" },
  DONE: { id: "dijalankan", en: "carried out", zh: "已执行" },
});

const decisions = defineTexts({
  APPROVED: { id: "disetujui", en: "approved", zh: "通过" },
  REJECTED: { id: "ditolak", en: "refused", zh: "拒绝" },
  WITHDRAWN: { id: "dibatalkan", en: "withdrawn", zh: "已撤回" },
} satisfies Record<CaseOutcome, Text>);

/** For a rule with several findings the worse result counts. */
const weight = { SKIPPED: 0, PASS: 1, REVIEW: 2, REJECT: 3 } as const;

/** Cases of a borrower are few; the newest first. */
const maxCases = 50;

export async function personalUsesOf(_services: Services, reader: Reader, borrowerId: string): Promise<PersonalUse[]> {
  const found: PersonalUse[] = [];
  const documents = await borrowerDocumentsOf(reader, borrowerId);
  for (const one of await casesOfBorrower(reader, borrowerId, maxCases))
    found.push(
      ...usesOf(
        one,
        await findingsOf(reader, borrowerId, one.id),
        documents.some(({ uploadedAt }) => one.decidedAt !== null && uploadedAt <= one.decidedAt),
      ),
    );
  return found;
}

function usesOf(row: CaseRow, findings: readonly RuleFinding[], hadDocuments: boolean): PersonalUse[] {
  const found = new Map<keyof typeof rules, { outcome: RuleFinding["outcome"]; read: Set<keyof typeof read> }>();
  for (const { rule, outcome, reads } of findings) {
    if (outcome === "SKIPPED") continue;
    const entry = entries[rule];
    const known = found.get(entry) ?? { outcome, read: new Set() };
    if (weight[outcome] > weight[known.outcome]) known.outcome = outcome;
    // Nothing is claimed of decisions made before reads were recorded.
    for (const one of reads ?? []) known.read.add(one);
    found.set(entry, known);
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
  // A case that waits for staff was not reviewed yet.
  const wasReviewed = row.reviewRules.length > 0 && (row.outcome === "APPROVED" || row.outcome === "REJECTED");
  if (!wasReviewed) return judged;
  const viewed = hadDocuments ? [read.PROFILE, read.DOCUMENTS] : [read.PROFILE];
  return [...judged, { ...about, rule: rules.PERSON, outcome: outcomes.DONE, read: viewed }];
}
