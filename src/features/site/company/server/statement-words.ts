/** The lines of a statement in the two languages of its PDF. */
import type { FinancialStatementFile } from "./statements.ts";

export type PdfLanguage = "id" | "en";
type Words = Readonly<Record<PdfLanguage, string>>;
type Lines<Part> = Readonly<Record<keyof Part & string, Words>>;

export const lineWords: {
  assets: Lines<FinancialStatementFile["position"]["assets"]>;
  liabilities: Lines<FinancialStatementFile["position"]["liabilities"]>;
  equity: Lines<FinancialStatementFile["position"]["equity"]>;
  revenue: Lines<FinancialStatementFile["income"]["revenue"]>;
  expenses: Lines<FinancialStatementFile["income"]["expenses"]>;
} = {
  assets: {
    cash: { id: "Kas dan setara kas", en: "Cash and cash equivalents" },
    receivables: { id: "Piutang jasa", en: "Service receivables" },
    prepaid: { id: "Biaya dibayar di muka", en: "Prepaid expenses" },
    equipment: { id: "Aset tetap, bersih", en: "Equipment, net" },
    intangible: { id: "Aset takberwujud, bersih", en: "Intangible assets, net" },
  },
  liabilities: {
    payables: { id: "Utang usaha", en: "Trade payables" },
    accrued: { id: "Beban akrual", en: "Accrued expenses" },
    taxPayable: { id: "Utang pajak", en: "Taxes payable" },
    employeeBenefits: { id: "Liabilitas imbalan kerja", en: "Employee benefit obligations" },
  },
  equity: {
    capital: { id: "Modal ditempatkan dan disetor", en: "Issued and paid-up capital" },
    retained: { id: "Saldo laba (rugi)", en: "Retained earnings (deficit)" },
  },
  revenue: {
    platformFees: { id: "Pendapatan jasa penyelenggaraan", en: "Service fees" },
    otherIncome: { id: "Pendapatan lain", en: "Other income" },
  },
  expenses: {
    staff: { id: "Gaji dan imbalan kerja", en: "Salaries and benefits" },
    technology: { id: "Teknologi", en: "Technology" },
    verification: { id: "Verifikasi dan pembayaran", en: "Verification and payments" },
    marketing: { id: "Pemasaran", en: "Marketing" },
    administration: { id: "Umum dan administrasi", en: "General and administrative" },
    financeCost: { id: "Biaya keuangan", en: "Finance costs" },
  },
};

export const pdfWords = {
  title: { id: "Laporan keuangan tahunan {year}", en: "Annual financial statements {year}" },
  period: {
    id: "Per 31 Desember {year} dan untuk tahun yang berakhir pada tanggal tersebut",
    en: "As of 31 December {year} and for the year then ended",
  },
  sample: { id: "CONTOH / SAMPLE", en: "CONTOH / SAMPLE" },
  sampleNote: {
    id: "Angka-angka ini contoh. Tidak ada perusahaan yang menyusunnya dan tidak ada akuntan publik yang memeriksanya; penyelenggara menggantinya dengan laporannya sendiri.",
    en: "These figures are a sample. No company prepared them and no public accountant audited them; an operator replaces them with its own statements.",
  },
  inMillions: { id: "Dalam jutaan rupiah", en: "In millions of rupiah" },
  auditor: {
    id: "Auditor: {auditor}, {opinion}, laporan tanggal {date}.",
    en: "Auditor: {auditor}, {opinion}, report dated {date}.",
  },
  UNQUALIFIED: { id: "opini wajar tanpa pengecualian", en: "unqualified opinion" },
  QUALIFIED: { id: "opini wajar dengan pengecualian", en: "qualified opinion" },
  ADVERSE: { id: "opini tidak wajar", en: "adverse opinion" },
  DISCLAIMER: { id: "tidak memberikan opini", en: "disclaimer of opinion" },
  position: { id: "Laporan posisi keuangan", en: "Statement of financial position" },
  income: { id: "Laporan laba rugi", en: "Statement of profit or loss" },
  changes: { id: "Perubahan saldo laba", en: "Changes in retained earnings" },
  line: { id: "Pos", en: "Item" },
  assets: { id: "Aset", en: "Assets" },
  liabilities: { id: "Liabilitas", en: "Liabilities" },
  equity: { id: "Ekuitas", en: "Equity" },
  totalAssets: { id: "Jumlah aset", en: "Total assets" },
  totalLiabilities: { id: "Jumlah liabilitas", en: "Total liabilities" },
  totalEquity: { id: "Jumlah ekuitas", en: "Total equity" },
  totalBoth: { id: "Jumlah liabilitas dan ekuitas", en: "Total liabilities and equity" },
  revenue: { id: "Pendapatan", en: "Revenue" },
  expenses: { id: "Beban", en: "Expenses" },
  totalRevenue: { id: "Jumlah pendapatan", en: "Total revenue" },
  totalExpenses: { id: "Jumlah beban", en: "Total expenses" },
  beforeTax: { id: "Laba (rugi) sebelum pajak", en: "Profit (loss) before tax" },
  tax: { id: "Beban pajak penghasilan", en: "Income tax expense" },
  profit: { id: "Laba (rugi) bersih", en: "Net profit (loss)" },
  carried: { id: "Saldo awal tahun", en: "At the beginning of the year" },
  paidOut: { id: "Dividen", en: "Dividends" },
  atEnd: { id: "Saldo akhir tahun", en: "At the end of the year" },
  apart: {
    id: "Dana milik pemberi dana dan peminjam dicatat terpisah pada rekening penampungan dan tidak termasuk dalam laporan ini.",
    en: "Money that belongs to lenders and borrowers is recorded apart in escrow accounts and is not part of these statements.",
  },
  page: { id: "Halaman {page} dari {count}", en: "Page {page} of {count}" },
} as const satisfies Readonly<Record<string, Words>>;
