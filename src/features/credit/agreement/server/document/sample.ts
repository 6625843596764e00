/** A whole sample of a loan's data: for tests, the example agreement and whoever wants to see a document. */
import type { DocumentData, Evidence } from "./data.ts";

const fact = (value: string) => ({ value, verified: false });

/** The vector of product decisions 4: 1,000,000 for 90 days at 2,000 ppm a day. */
export const sampleData: DocumentData = {
  documentId: "0193a7c0-0000-7000-8000-000000000001",
  agreementNumber: "TN-2026-000001",
  issuedOn: "2026-11-21",
  verifyAddress: "https://tunai.example/verify/0193a7c0-0000-7000-8000-000000000001",
  operator: {
    brandName: "Tunai",
    companyName: fact("PT Tunai Contoh Indonesia"),
    licence: fact("KEP-000/D.05/2099"),
    address: fact("Jl. Jenderal Sudirman Kav. 1, Jakarta 10220"),
    phone: fact("021-5000-000"),
    email: fact("halo@tunai.example"),
  },
  lender: { name: "PT Pemberi Dana Contoh", registration: "AHU-0000000.AH.01.01", address: "Jakarta" },
  borrower: {
    fullName: "Contoh Penerima Dana",
    nikMasked: "3171••••••••0001",
    birthPlace: "Jakarta",
    birthDate: "1995-05-17",
    address: "Jl. Contoh No. 1 RT 001/RW 002, Gambir, Gambir, Jakarta Pusat, DKI Jakarta",
    mobileMasked: "0812••••890",
  },
  loan: {
    productName: "Pinjaman Tunai",
    purpose: { id: "biaya pendidikan", en: "education", zh: "教育费用" },
    amountRupiah: 1_000_000,
    tenorDays: 90,
    instalmentCount: 3,
    dailyRatePpm: 2_000,
    yearlyRatePpm: 1_300_000,
    feeRupiah: 0,
    interestRupiah: 180_000,
    totalRupiah: 1_180_000,
    lateRatePpm: 2_000,
    maxCostRupiah: 1_000_000,
    dailyCapPpm: 3_000,
    disbursedRupiah: 1_000_000,
    disbursementDate: "2026-11-21",
    signBy: new Date("2026-11-22T09:00:00+07:00"),
  },
  rules: {
    complaintWorkingDays: 10,
    complaintExtensionDays: 10,
    minimumAgeYears: 18,
    minimumIncomeRupiah: 3_000_000,
    mostPlatforms: 3,
  },
  schedule: [
    {
      number: 1,
      dueDate: "2026-12-21",
      principalRupiah: 333_333,
      interestRupiah: 60_000,
      feeRupiah: 0,
      totalRupiah: 393_333,
    },
    {
      number: 2,
      dueDate: "2027-01-20",
      principalRupiah: 333_333,
      interestRupiah: 60_000,
      feeRupiah: 0,
      totalRupiah: 393_333,
    },
    {
      number: 3,
      dueDate: "2027-02-19",
      principalRupiah: 333_334,
      interestRupiah: 60_000,
      feeRupiah: 0,
      totalRupiah: 393_334,
    },
  ],
  bankAccount: { bankName: "BCA", accountNumberMasked: "••••7890", holderName: "Contoh Penerima Dana" },
  texts: [
    { key: "riplay", title: "RIPLAY Personal", version: "2026-11-21" },
    { key: "risk-acknowledgement", title: "Pernyataan Memahami Risiko", version: "2026-11-21" },
    { key: "declarations", title: "Pernyataan Penerima Dana", version: "2026-11-21" },
  ],
  paidOff: { paidOffOn: "2027-02-19", paidRupiah: 1_180_000, paidLateFeeRupiah: 0, waivedRupiah: 0 },
};

export const sampleEvidence: Evidence = {
  documentId: sampleData.documentId,
  agreementNumber: sampleData.agreementNumber,
  verifyAddress: sampleData.verifyAddress,
  operator: sampleData.operator,
  signerName: sampleData.borrower.fullName,
  nikMasked: sampleData.borrower.nikMasked,
  signedAt: new Date("2026-11-21T09:05:00+07:00"),
  otpChannel: "SMS",
  otpSentTo: "0812••••890",
  otpReference: "0193a7c0-0000-7000-8000-0000000000aa",
  device: "Chrome 140, Android 15",
  networkAddress: "203.0.113.7",
  shownAt: new Date("2026-11-21T09:00:00+07:00"),
  texts: sampleData.texts,
};
